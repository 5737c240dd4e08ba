import { UPLOAD } from "../rules/limits.ts";
import { decodeHeic } from "./decode-heic.ts";
import { decodePdf } from "./decode-pdf.ts";
import { decodePicture } from "./decode-picture.ts";
import type { DecodedFile, ScanFailure } from "./decoded-file.ts";
import { fileType, unreadType } from "./file-type.ts";

export interface DecodeOptions {
  /** The maximum number of pages of a PDF, TIFF or HEIC; by default that of an upload. */
  readonly maxPages?: number;
  /** The maximum long side of a page in memory, in pixels; by default 1600. */
  readonly longSide?: number;
  /** The maximum size of a file in bytes; by default that of an upload. */
  readonly maxBytes?: number;
  /** The most memory for a picture that is decoded as a whole, in bytes; by default that of an upload. */
  readonly wholePictureBytes?: number;
  /** Which pages of a PDF, TIFF or HEIC to decode, from 1; by default all. The others are skipped. */
  readonly wanted?: (page: number) => boolean;
  /** The resolution at which a PDF's pages are rendered, in pixels per inch; by default 200. */
  readonly dpi?: number;
}

/** The maximum size of the clean page: more would be discarded right after. */
const LONG_SIDE = 1600;
const DPI = 200;

/**
 * The pages of a PNG, JPEG, GIF or WebP (the first frame), TIFF, HEIC or PDF (at `dpi`), recognised by their bytes:
 * upright, in RGB, transparent parts white (black under light ink), shrunk to `longSide`. A bad file is a failure value,
 * never an exception. Go through `pages` to the end or call its `return()`: it keeps a PDF open.
 *
 * @example
 * const file = await decodePages(bytes);
 * if (file.ok) for await (const page of file.pages) if (page.ok) await reader.read(page.image);
 */
export async function decodePages(bytes: Uint8Array, options: DecodeOptions = {}): Promise<DecodedFile> {
  const { maxPages = UPLOAD.pdfPages, longSide = LONG_SIDE, maxBytes = UPLOAD.fileBytes } = options;
  const { wanted = () => true, dpi = DPI, wholePictureBytes = UPLOAD.wholePictureBytes } = options;
  if (bytes.length === 0) return failed("empty-file", "The file is empty.");
  if (bytes.length > maxBytes) {
    return failed("file-too-large", `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
  }
  const type = fileType(bytes);
  if (type === null) {
    const unread = unreadType(bytes);
    if (unread !== null) {
      const advice = unread.isArchive ? "Unpack it, and add the files that are in it." : "Save it as JPG, PNG or PDF.";
      return failed("unknown-type", `The file is ${unread.name}, which is not read. ${advice}`);
    }
    return failed("unknown-type", "The file is not a PNG, JPG, GIF, WebP, TIFF, HEIC or PDF, whatever its name says.");
  }
  if (type === "pdf") return decodePdf(bytes, { maxPages, longSide, wanted, dpi });
  const decode = type === "heic" ? decodeHeic : decodePicture;
  return decode(bytes, { longSide, wholePictureBytes, maxPages, wanted });
}

function failed(code: ScanFailure["code"], message: string): DecodedFile {
  return { ok: false, failure: { code, message } };
}
