import type { Metadata, Sharp } from "sharp";
import type { DecodedFile, DecodedPage, ScanFailure } from "./decoded-file.ts";
import { fileType } from "./file-type.ts";
import type { PageImage } from "./page-image.ts";
import { checkPictureSize, type DecoderCost, damagedPicture } from "./picture-size.ts";
import { tiffDirectories } from "./tiff-directories.ts";

export interface PictureOptions {
  readonly longSide: number;
  readonly wholePictureBytes: number;
  /** Of a TIFF or HEIC, which may have several pages. */
  readonly maxPages: number;
  readonly wanted: (page: number) => boolean;
}

/** A picture that a file has, and where. */
interface Place {
  /** From 1. */
  readonly page: number;
  /** Among all pictures of the file, from 0. */
  readonly index: number;
}

/** A PNG, JPEG, GIF, WebP or TIFF; the size of a page is checked before a pixel of it is decoded. */
export async function decodePicture(bytes: Uint8Array, options: PictureOptions): Promise<DecodedFile> {
  const header = await readHeader(bytes, 0);
  if (header === null) return { ok: false, failure: pixelFailure(bytes, 0) };
  // An animation's frames are no pages.
  const places = header.format === "tiff" ? tiffPages(bytes, header.pages ?? 1) : [{ page: 1, index: 0 }];
  const pageCount = places.length;
  const pagesFailure = pageCount > options.maxPages ? tooManyPages("TIFF", pageCount, options) : null;
  const failure = sizeFailure(header, options) ?? pagesFailure;
  if (failure !== null) return { ok: false, failure };
  const wanted = places.filter(({ page }) => options.wanted(page));
  return { ok: true, pageCount, pages: decodeAll(bytes, wanted, options) };
}

/** The pages of a TIFF of `count` pictures: without the small copies that scanners put next to them. */
function tiffPages(bytes: Uint8Array, count: number): Place[] {
  const directories = tiffDirectories(bytes);
  const all = Array.from({ length: count }, (_, index) => index);
  const originals = all.filter((index) => !directories[index]?.isCopy);
  return (originals.length > 0 ? originals : all).map((index, i) => ({ page: i + 1, index }));
}

function sizeFailure(header: Metadata, { wholePictureBytes }: PictureOptions): ScanFailure | null {
  return checkPictureSize(header, costOf(header), wholePictureBytes);
}

export function tooManyPages(kind: string, pageCount: number, { maxPages }: { maxPages: number }): ScanFailure {
  const message = `The ${kind} has ${pageCount} pages; at most ${maxPages} are read. Save it with fewer pages.`;
  return { code: "too-many-pages", message };
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
  places: readonly Place[],
  options: PictureOptions,
): AsyncGenerator<DecodedPage, void, void> {
  for (const { page, index } of places) {
    const header = await readHeader(bytes, index);
    const failure = header === null ? pixelFailure(bytes, index) : sizeFailure(header, options);
    let image: PageImage | null = null;
    try {
      if (failure === null) image = await decode(bytes, index, options.longSide);
    } catch {
      // The decoder throws for broken pixels; its message means nothing to a user.
    }
    yield image === null
      ? { ok: false, page, failure: failure ?? pixelFailure(bytes, index) }
      : { ok: true, page, image };
  }
}

/** Compressions of TIFF that sharp's builds cannot undo. */
const UNREAD_COMPRESSIONS: Readonly<Record<number, string>> = {
  6: "old JPEG",
  34661: "JBIG",
  34712: "JPEG 2000",
  34887: "LERC",
  34925: "LZMA",
  50000: "ZSTD",
  50002: "JPEG XL",
};

/** Colours of TIFF that sharp's builds cannot convert, at 8 bits: CIE, ICC and ITU L*a*b*. */
const LAB_COLOURS: readonly number[] = [8, 9, 10];

/** Why pixels cannot be decoded: a TIFF may be whole, but of a rare kind. */
function pixelFailure(bytes: Uint8Array, index: number): ScanFailure {
  const { compression = 0, colours = 0 } = (fileType(bytes) === "tiff" && tiffDirectories(bytes)[index]) || {};
  const name = UNREAD_COMPRESSIONS[compression];
  if (name !== undefined) {
    const message = `The TIFF is compressed with ${name}, which is not read. Save it with LZW compression, or as PNG or PDF.`;
    return { code: "unknown-type", message };
  }
  if (!LAB_COLOURS.includes(colours)) return damagedPicture();
  return { code: "unknown-type", message: "The TIFF has Lab colours, which are not read. Save it in RGB, or as JPG." };
}

async function readHeader(bytes: Uint8Array, index: number): Promise<Metadata | null> {
  try {
    return await (await open(bytes, index)).metadata();
  } catch {
    return null;
  }
}

/** The end mark of a JPEG, which some cameras and programs leave out: with it, only a file that lacks data is cut off. */
const JPEG_END = Buffer.from([0xff, 0xd9]);

async function decode(bytes: Uint8Array, index: number, longSide: number): Promise<PageImage> {
  if (fileType(bytes) !== "jpg") return pageIn(() => open(bytes, index), longSide);
  try {
    const ended = Buffer.concat([bytes, JPEG_END]);
    return await pageIn(() => open(ended, index, "warning"), longSide);
  } catch {
    // Much that it warns of costs no pixel. Its words are not to be trusted: threads that decode at once share them.
    const page = await pageIn(() => open(bytes, index), longSide);
    if (lacksPart(page)) throw new Error("Data of the picture are missing.");
    return page;
  }
}

/**
 * What libjpeg fills in where data are missing: a grey that colour profiles move by at most `within`, along more than the
 * share `part` of a row, or of a column if the picture was turned. Some cameras only lose their last block.
 */
const FILLING = { grey: 128, within: 4, part: 0.1 } as const;

/** Whether a part of a JPEG has no data: gates would be missing in it. */
export function lacksPart({ width, height, rgb }: PageImage): boolean {
  const isGrey = (at: number) => Math.abs(rgb[at]! - FILLING.grey) <= FILLING.within;
  function isFilled(first: number, step: number, count: number): boolean {
    let run = 0;
    for (let k = 0; k < count; k++) {
      const at = 3 * (first + k * step);
      const before = run > 0 ? at - 3 * step : at;
      const isSame = rgb[at] === rgb[before] && rgb[at + 1] === rgb[before + 1] && rgb[at + 2] === rgb[before + 2];
      run = !isGrey(at) || !isGrey(at + 1) || !isGrey(at + 2) ? 0 : isSame ? run + 1 : 1;
      if (run > FILLING.part * count) return true;
    }
    return false;
  }
  for (let y = 0; y < height; y++) if (isFilled(y * width, 1, width)) return true;
  for (let x = 0; x < width; x++) if (isFilled(x, width, height)) return true;
  return false;
}

/**
 * A picture as a page: upright by its own mark, on the ground that shows what is drawn. `again` opens it: a clone of
 * sharp's would copy its pixels, and all memory of the module in which they are.
 */
export async function pageIn(again: () => Sharp | Promise<Sharp>, longSide: number): Promise<PageImage> {
  const picture = await again();
  const { autoOrient, hasAlpha } = await picture.metadata();
  const ground = hasAlpha && (await isLightOnNothing(await again())) ? "black" : "white";
  return pageOf(picture.autoOrient(), { longSide, ground, ...autoOrient });
}

/**
 * Light ink on a transparent ground: what is opaque is brighter than `least`, 0 … 255, covers less than the share
 * `covers`, and of it less than the share `hasDark` is darker than `dark`: scans whose white was made transparent have
 * ink.
 */
const LIGHT_INK = { least: 160, covers: 0.5, dark: 96, hasDark: 0.02 } as const;

/** Whether a picture is a drawing with a light pen on no ground, as drawing programs save what they show on black. */
async function isLightOnNothing(picture: Sharp): Promise<boolean> {
  const small = picture.resize({ width: 256, height: 256, fit: "inside", withoutEnlargement: true });
  const rgba = await small.toColourspace("srgb").ensureAlpha().raw({ depth: "uchar" }).toBuffer();
  let [opaque, bright, dark] = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3]!;
    const light = (rgba[at]! + rgba[at + 1]! + rgba[at + 2]!) / 3;
    opaque += alpha;
    bright += alpha * light;
    if (light < LIGHT_INK.dark) dark += alpha;
  }
  const isSparse = opaque > 0 && opaque < (LIGHT_INK.covers * 255 * rgba.length) / 4;
  return isSparse && bright > LIGHT_INK.least * opaque && dark < LIGHT_INK.hasDark * opaque;
}

interface PageOptions {
  /** The size of the picture, upright. */
  readonly width: number;
  readonly height: number;
  /** The page is at most so many pixels long. */
  readonly longSide: number;
  /** What transparent parts become. */
  readonly ground?: string;
}

/** An upright picture as a page: in 8-bit RGB, shrunk. */
export async function pageOf(
  picture: Sharp,
  { width, height, longSide, ground = "white" }: PageOptions,
): Promise<PageImage> {
  const { data, info } = await picture
    .resize({ width: longSide, height: longSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: ground })
    .toColourspace("srgb")
    .removeAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const rgb = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { width: info.width, height: info.height, rgb, pictureWidth: width, pictureHeight: height };
}

/** One of the file's pictures; of an animation the first frame. */
async function open(bytes: Uint8Array, index: number, failOn: "warning" | "error" = "error"): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  // Worker threads read pages in parallel: its own threads and caches would only add up.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp(bytes, { failOn, limitInputPixels: false, page: index, pages: 1 });
}
