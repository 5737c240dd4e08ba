import { STACK } from "../rules/limits.ts";
import { type DecodeOptions, decodePages } from "../scan/decode-pages.ts";
import type { DecodedFile, DecodedPage } from "../scan/decoded-file.ts";

/**
 * The pages of a stored or named file, up to the limits of a stack: an upload was checked by its own, smaller limits.
 * Go through `pages` to the end: it keeps a PDF open.
 *
 * @example
 * const file = await openFile(bytes, { wanted: (page) => page <= 4 });
 */
export function openFile(
  bytes: Uint8Array,
  options: Omit<DecodeOptions, "maxPages" | "maxBytes"> = {},
): Promise<DecodedFile> {
  return decodePages(bytes, { maxPages: STACK.pdfPages, maxBytes: STACK.fileBytes, ...options });
}

/**
 * One page of such a file, from 1, not turned. Without `longSide` it has the pixels that reading needs.
 *
 * @example
 * const opened = await openPage(bytes, { page: 1 });
 * opened.ok && opened.page; // 1
 */
export async function openPage(
  bytes: Uint8Array,
  { page, longSide }: { page: number; longSide?: number | undefined },
): Promise<DecodedPage> {
  const wanted = (number: number): boolean => number === page;
  const file = await openFile(bytes, { wanted, ...(longSide !== undefined && { longSide }) });
  if (!file.ok) return { ok: false, page, failure: file.failure };
  let found: DecodedPage | null = null;
  for await (const decoded of file.pages) if (decoded.page === page) found = decoded;
  const message = `The file has no page ${page}.`;
  return found ?? { ok: false, page, failure: { code: "damaged-pdf", message } };
}
