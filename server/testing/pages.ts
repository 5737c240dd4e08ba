import { readFileSync } from "node:fs";
import sharp from "sharp";
import { writePdf } from "../../core/basics/write-pdf.ts";
import type { QrContent } from "../../core/template/parse-qr-text.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import type { AppContext } from "../context.ts";

const PAGES = new URL("../../core/testdata/pages/", import.meta.url);

/** The bytes of one of the project's own pages. */
export function samplePage(file: string): Buffer {
  return readFileSync(new URL(encodeURIComponent(file), PAGES));
}

/** A file that cannot be read. */
export function hostileFile(file: string): Buffer {
  return readFileSync(new URL(`../hostile/${encodeURIComponent(file)}`, PAGES));
}

/** The text in the QR code of a task item's template on this server. */
export function qrTextOf({ config, secrets }: AppContext, content: QrContent): string {
  return formatQrText(content, { origin: config.origin, secret: secrets.template });
}

/** A sheet with a drawing (one of the project's own pages, without a QR code) and, above it, one or more QR codes. */
export async function sheetWithQr(file: string, qrText: string | readonly string[] | null): Promise<Buffer> {
  const page = sharp(samplePage(file)).flatten({ background: "white" });
  const { width = 0, height = 0 } = await page.metadata();
  const side = 300;
  const texts = [qrText ?? []].flat();
  const code = await Promise.all(
    texts.map(async (text, index) => ({ input: await qrPng(text, side), left: 20 + index * side, top: 20 })),
  );
  const sheet = {
    create: {
      width: Math.max(width, texts.length * side + 40),
      height: height + side + 40,
      channels: 3 as const,
      background: "white",
    },
  };
  const drawing = { input: await page.png().toBuffer(), left: 0, top: side + 40 };
  return sharp(sheet)
    .composite([drawing, ...code])
    .png()
    .toBuffer();
}

/** A PDF of A4 pages with these pictures; a null is a blank page. */
export function pdfOf(pictures: readonly (Uint8Array | null)[]): Promise<Buffer> {
  return writePdf({ size: "A4" }, (document) => {
    for (const picture of pictures) {
      document.addPage();
      if (picture) document.image(Buffer.from(picture), 0, 0, { fit: [595, 842] });
    }
  });
}

async function qrPng(text: string, side: number): Promise<Buffer> {
  const { default: qrcode } = await import("qrcode");
  return qrcode.toBuffer(text, { errorCorrectionLevel: "M", width: side, margin: 4 });
}

/** A form as the upload pages send it: the task, the tokens of earlier receipts, then each file with its item. */
export function uploadForm(
  taskId: string,
  files: readonly { name: string; bytes: Uint8Array; item?: number }[],
  receipts: readonly string[] = [],
): FormData {
  const form = new FormData();
  form.set("task_id", taskId);
  if (receipts.length > 0) form.set("receipts", receipts.join());
  for (const { name, bytes, item } of files) {
    const named = item ?? Number(/\[(\d+)\]/.exec(name)?.[1] ?? 1);
    form.append("item_number", String(named));
    form.append("files", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  }
  return form;
}
