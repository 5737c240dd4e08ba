/** What a PDF of ours says about its origin. */
export const OWN_INFO = { Producer: "CircuitGrade", Creator: "CircuitGrade" } as const;

/**
 * A PDF whose pages `draw` adds; margins are 0 unless `options` says otherwise. The same content gives the same bytes.
 *
 * @example
 * const pdf = await writePdf({ size: "A5" }, (document) => void document.addPage());
 * String.fromCharCode(...pdf.subarray(0, 4)); // "%PDF"
 */
export async function writePdf(
  options: PDFKit.PDFDocumentOptions,
  draw: (document: PDFKit.PDFDocument) => Promise<void> | void,
): Promise<Buffer> {
  const { default: PDFDocument } = await import("pdfkit");
  // biome-ignore lint/style/noRestrictedGlobals: a fixed date is no clock; without it pdfkit takes the current time.
  const info = { CreationDate: new Date(0), ...options.info };
  const document = new PDFDocument({ margin: 0, ...options, autoFirstPage: false, info });
  const parts: Uint8Array[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    document.on("data", (part: Uint8Array) => parts.push(part));
    document.on("end", resolve);
    document.on("error", reject);
  });
  await draw(document);
  document.end();
  await finished;
  return Buffer.concat(parts);
}
