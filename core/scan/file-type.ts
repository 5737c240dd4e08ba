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

/** The characters that files begin with, one for each byte. */
const SIGNATURES: readonly (readonly [FileType, string])[] = [
  ["png", "\x89PNG\r\n\x1a\n"],
  ["jpg", "\xff\xd8\xff"],
  ["gif", "GIF8"],
  ["tiff", "II*\0"],
  ["tiff", "MM\0*"],
  // BigTIFF.
  ["tiff", "II+\0"],
  ["tiff", "MM\0+"],
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
  const start = text(bytes, 0, PDF_MARK_WITHIN);
  const signed = SIGNATURES.find(([, signature]) => start.startsWith(signature));
  if (signed !== undefined) return signed[0];
  if (text(bytes, 0) === "RIFF" && text(bytes, 8) === "WEBP") return "webp";
  if (isHeic(bytes)) return "heic";
  return start.includes("%PDF-") ? "pdf" : null;
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

/** A file of a well-known type that is not read. */
export interface UnreadType {
  /** With its article: "a Photoshop file". */
  readonly name: string;
  /** Files that are read may be in it. */
  readonly isArchive: boolean;
}

/**
 * What a file of a well-known type that is not read is; null for anything else.
 *
 * @example
 * unreadType(new TextEncoder().encode("8BPS")); // { name: "a Photoshop file", isArchive: false }
 */
export function unreadType(bytes: Uint8Array): UnreadType | null {
  const start = text(bytes, 0, 512);
  const archive = start.startsWith("ustar", 257) ? "a tar archive" : nameIn(ARCHIVES, start);
  if (archive !== undefined) return { name: archive, isArchive: true };
  const name = nameOfUnread(bytes, start);
  return name === undefined ? null : { name, isArchive: false };
}

function nameOfUnread(bytes: Uint8Array, start: string): string | undefined {
  if (isAvif(bytes)) return "an AVIF picture";
  if (text(bytes, 4) === "ftyp" && /^(qt|mp4|isom|iso\d|avc1|M4V|3gp)/.test(text(bytes, 8))) return "a video";
  // What a course system sends whose session is over.
  if (/^(\xef\xbb\xbf)?\s*<(!doctype html|html)\b/i.test(start)) return "a web page";
  if (/^(\xef\xbb\xbf)?\s*</.test(start) && /<svg\b/.test(start)) return "an SVG drawing";
  if (/^P[1-7]\s/.test(start)) return "a PNM picture";
  return nameIn(UNREAD, start);
}

type Marks = readonly (readonly [mark: string, name: string])[];

function nameIn(marks: Marks, start: string): string | undefined {
  return marks.find(([mark]) => start.startsWith(mark))?.[1];
}

const ARCHIVES: Marks = [
  ["Rar!", "a RAR archive"],
  ["7z\xbc\xaf", "a 7-Zip archive"],
  ["BZh", "a compressed archive"],
  ["\xfd7zXZ", "a compressed archive"],
  ["\x28\xb5\x2f\xfd", "a compressed archive"],
];

const UNREAD: Marks = [
  ["BM", "a BMP picture"],
  ["\xff\x0a", "a JPEG XL picture"],
  ["\0\0\0\x0cJXL ", "a JPEG XL picture"],
  ["\xff\x4f\xff\x51", "a JPEG 2000 picture"],
  ["\0\0\0\x0cjP  ", "a JPEG 2000 picture"],
  ["8BPS", "a Photoshop file"],
  ["PK\x03\x04", "a ZIP or Office file"],
  ["\xd0\xcf\x11\xe0", "an old Office file"],
  ["{\\rtf", "a text document"],
  ["\x1f\x8b", "a Xournal++ file or a compressed archive"],
  ["AT&TFORM", "a DjVu file"],
  ["%!PS", "a PostScript file"],
  ["gimp xcf", "a GIMP file"],
];

/** The characters from `from` on, one for each byte. */
function text(bytes: Uint8Array, from: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
