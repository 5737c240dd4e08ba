export type FileType = "png" | "jpg" | "gif" | "webp" | "tiff" | "heic" | "pdf";

/** What a file of a type is called on the web (IANA). */
export const MIMETYPES = {
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  tiff: "image/tiff",
  heic: "image/heic",
  pdf: "application/pdf",
} as const satisfies Record<FileType, string>;

/** Whether a file of this type may have several pages. */
export function mayHavePages(mimetype: string): boolean {
  return mimetype === MIMETYPES.pdf || mimetype === MIMETYPES.tiff || mimetype === MIMETYPES.heic;
}

const SIGNATURES: readonly (readonly [FileType, readonly number[]])[] = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
  ["tiff", [0x49, 0x49, 0x2a, 0x00]],
  ["tiff", [0x4d, 0x4d, 0x00, 0x2a]],
  // BigTIFF.
  ["tiff", [0x49, 0x49, 0x2b, 0x00]],
  ["tiff", [0x4d, 0x4d, 0x00, 0x2b]],
];

/**
 * Brands of HEIF files whose pictures are coded as HEVC (ISO/IEC 23008-12, annex B): single pictures, sequences, and the
 * general ones, which iPhones and Samsung's phones write.
 */
const HEIC_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|msf1)$/;

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
  if (text(bytes, 0) === "RIFF" && text(bytes, 8) === "WEBP") return "webp";
  if (isHeic(bytes)) return "heic";
  return hasPdfMark(bytes.subarray(0, PDF_MARK_WITHIN)) ? "pdf" : null;
}

function isHeic(bytes: Uint8Array): boolean {
  return text(bytes, 4) === "ftyp" && HEIC_BRANDS.test(text(bytes, 8)) && !isAvif(bytes);
}

/** Some programs name a general brand first, and AVIF among the others. */
function isAvif(bytes: Uint8Array): boolean {
  if (text(bytes, 4) !== "ftyp") return false;
  const length = Math.min(bytes.length, 256, (bytes[2]! << 8) | bytes[3]!);
  const brands = Array.from({ length: Math.max(0, length - 8) / 4 }, (_, i) => text(bytes, 8 + 4 * i));
  return brands.some((brand) => /^avi[fs]$/.test(brand)) && !brands.some((brand) => /^he(ic|ix|vc|vx)$/.test(brand));
}

/**
 * What a file of a well-known type that is not read is called; null for anything else.
 *
 * @example
 * nameOfUnread(new TextEncoder().encode("8BPS")); // "a Photoshop file"
 */
export function nameOfUnread(bytes: Uint8Array): string | null {
  if (isAvif(bytes)) return "an AVIF picture";
  if (text(bytes, 4) === "ftyp" && /^(qt|mp4|isom|iso\d|avc1|M4V|3gp)/.test(text(bytes, 8))) return "a video";
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  // What a course system sends whose session is over.
  if (/^(\xef\xbb\xbf)?\s*<(!doctype html|html)\b/i.test(start)) return "a web page";
  return UNREAD.find(([mark]) => start.startsWith(mark))?.[1] ?? null;
}

const UNREAD: readonly (readonly [string, string])[] = [
  ["BM", "a BMP picture"],
  ["\xff\x0a", "a JPEG XL picture"],
  ["\0\0\0\x0cJXL ", "a JPEG XL picture"],
  ["\xff\x4f\xff\x51", "a JPEG 2000 picture"],
  ["\0\0\0\x0cjP  ", "a JPEG 2000 picture"],
  ["8BPS", "a Photoshop file"],
  ["PK\x03\x04", "a ZIP or Office file"],
  ["\xd0\xcf\x11\xe0", "an old Office file"],
  ["{\\rtf", "a text document"],
  ["Rar!", "a RAR archive"],
  ["7z\xbc\xaf", "a 7-Zip archive"],
];

/** The four characters at `from`. */
function text(bytes: Uint8Array, from: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + 4));
}

function hasPdfMark(start: Uint8Array): boolean {
  const mark = [0x25, 0x50, 0x44, 0x46, 0x2d];
  for (let at = 0; at + mark.length <= start.length; at++) {
    if (mark.every((byte, i) => start[at + i] === byte)) return true;
  }
  return false;
}
