export type FileType = "png" | "jpg" | "gif" | "pdf";

const SIGNATURES: readonly (readonly [FileType, readonly number[]])[] = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
];

/** How many bytes may come before a PDF's mark: readers accept a few others there. */
const PDF_MARK_WITHIN = 1024;

/**
 * The type of a file by its first bytes, whatever its name; null for anything that is not read.
 *
 * @example
 * fileType(new TextEncoder().encode("%PDF-1.7")); // "pdf"
 */
export function fileType(bytes: Uint8Array): FileType | null {
  for (const [type, signature] of SIGNATURES) {
    if (signature.every((byte, i) => bytes[i] === byte)) return type;
  }
  return hasPdfMark(bytes.subarray(0, PDF_MARK_WITHIN)) ? "pdf" : null;
}

function hasPdfMark(start: Uint8Array): boolean {
  const mark = [0x25, 0x50, 0x44, 0x46, 0x2d];
  for (let at = 0; at + mark.length <= start.length; at++) {
    if (mark.every((byte, i) => start[at + i] === byte)) return true;
  }
  return false;
}
