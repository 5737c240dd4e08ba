import type { Metadata, Sharp } from "sharp";
import type { DecodedFile, DecodedPage, ScanFailure } from "./decoded-file.ts";
import type { PageImage } from "./page-image.ts";
import { checkPictureSize, type DecoderCost, damagedPicture } from "./picture-size.ts";

export interface PictureOptions {
  readonly longSide: number;
  readonly wholePictureBytes: number;
  /** Of a TIFF, which may have several pages. */
  readonly maxPages: number;
  readonly wanted: (page: number) => boolean;
}

/** A PNG, JPEG, GIF, WebP or TIFF; the size of a page is checked before a pixel of it is decoded. */
export async function decodePicture(bytes: Uint8Array, options: PictureOptions): Promise<DecodedFile> {
  const header = await readHeader(bytes, 1);
  if (header === null) return { ok: false, failure: damagedPicture() };
  // An animation's frames are no pages.
  const pageCount = header.format === "tiff" ? (header.pages ?? 1) : 1;
  const failure = sizeFailure(header, options) ?? pagesFailure(pageCount, options);
  if (failure !== null) return { ok: false, failure };
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1).filter(options.wanted);
  return { ok: true, pageCount, pages: decodeAll(bytes, numbers, options) };
}

function sizeFailure(header: Metadata, { wholePictureBytes }: PictureOptions): ScanFailure | null {
  return checkPictureSize(header, costOf(header), wholePictureBytes);
}

function pagesFailure(pageCount: number, { maxPages }: PictureOptions): ScanFailure | null {
  if (pageCount <= maxPages) return null;
  return { code: "too-many-pages", message: `The TIFF has ${pageCount} pages; at most ${maxPages} are read.` };
}

/** Bytes of a sample; the depths are libvips' names. */
const SAMPLE_BYTES: Readonly<Record<string, number>> = { ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8 };

function costOf({ format, isProgressive, channels, depth, chromaSubsampling }: Metadata): DecoderCost {
  const bytesAPixel = channels * (SAMPLE_BYTES[depth ?? ""] ?? 1);
  if (format === "gif") return { kind: "a GIF", bytesAPixel: 4 };
  if (format === "webp") return { kind: "a WebP", bytesAPixel: 4 };
  // Its strips may be as high as the page.
  if (format === "tiff") return { kind: "a TIFF", bytesAPixel };
  if (!isProgressive) return { kind: "a picture", bytesAPixel: 0 };
  if (format === "png") return { kind: "an interlaced PNG", bytesAPixel };
  // Coefficients of 16 bits; of two channels a quarter as many at 4:2:0.
  const samples = chromaSubsampling?.startsWith("4:2:0") ? channels - 1.5 : channels;
  return { kind: "a progressive JPG", bytesAPixel: 2 * samples };
}

async function* decodeAll(
  bytes: Uint8Array,
  pages: readonly number[],
  options: PictureOptions,
): AsyncGenerator<DecodedPage, void, void> {
  for (const page of pages) {
    const header = await readHeader(bytes, page);
    const failure = header === null ? damagedPicture() : sizeFailure(header, options);
    let image: PageImage | null = null;
    try {
      if (failure === null) image = await decode(bytes, page, options.longSide);
    } catch {
      // The decoder throws for broken pixels; its message means nothing to a user.
    }
    yield image === null ? { ok: false, page, failure: failure ?? damagedPicture() } : { ok: true, page, image };
  }
}

async function readHeader(bytes: Uint8Array, page: number): Promise<Metadata | null> {
  try {
    return await (await open(bytes, page)).metadata();
  } catch {
    return null;
  }
}

async function decode(bytes: Uint8Array, page: number, longSide: number): Promise<PageImage> {
  const picture = await open(bytes, page);
  const { autoOrient } = await picture.metadata();
  const { data, info } = await toRgb(picture.autoOrient(), longSide).toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    rgb: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    pictureWidth: autoOrient.width,
    pictureHeight: autoOrient.height,
  };
}

/** 8-bit RGB with transparent parts white, at most `longSide` pixels long. */
export function toRgb(picture: Sharp, longSide: number): Sharp {
  return picture
    .resize({ width: longSide, height: longSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw({ depth: "uchar" });
}

/** A page, from 1; an animation has one. */
async function open(bytes: Uint8Array, page: number): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  // Worker threads read pages in parallel: its own threads and caches would only add up.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp(bytes, { failOn: "error", limitInputPixels: false, page: page - 1, pages: 1 });
}
