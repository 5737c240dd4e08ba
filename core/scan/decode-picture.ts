import type { Metadata, Sharp } from "sharp";
import { UPLOAD } from "../rules/limits.ts";
import type { DecodedFile, DecodedPage, ScanFailure } from "./decoded-file.ts";
import type { PageImage } from "./page-image.ts";

/** A PNG, JPEG or GIF as a file of one page; its size is checked before a pixel is decoded. */
export async function decodePicture(
  bytes: Uint8Array,
  { longSide, wholePictureBytes }: { longSide: number; wholePictureBytes: number },
): Promise<DecodedFile> {
  const header = await readHeader(bytes);
  if (header === null) return { ok: false, failure: damaged() };
  const message = tooLarge(header, wholePictureBytes);
  if (message !== null) return { ok: false, failure: { code: "picture-too-large", message } };
  return { ok: true, pageCount: 1, pages: decodeOne(bytes, longSide) };
}

/** Why a picture has too many pixels, or null. */
function tooLarge(header: Metadata, wholePictureBytes: number): string | null {
  const { width, height } = header;
  const size = `The picture has ${width} x ${height} pixels`;
  const megapixels = (width * height) / 1e6;
  if (megapixels > UPLOAD.pictureMegapixels) {
    return `${size}; at most ${UPLOAD.pictureMegapixels} megapixels are read.`;
  }
  const whole = decodedAsWhole(header);
  const most = wholePictureBytes / 1e6 / whole.bytesAPixel;
  if (megapixels <= most) return null;
  const limit = `as ${whole.kind} it may have at most ${Math.floor(most)} megapixels`;
  return `${size}; ${limit}. Save it smaller, or as a JPG that is not progressive.`;
}

/** What the decoder holds of a picture at once: of most kinds a few lines. */
function decodedAsWhole({ format, isProgressive, channels, depth, chromaSubsampling }: Metadata) {
  if (format === "gif") return { kind: "a GIF", bytesAPixel: 4 };
  if (!isProgressive) return { kind: "a picture", bytesAPixel: 0 };
  if (format === "png") return { kind: "an interlaced PNG", bytesAPixel: channels * (depth === "ushort" ? 2 : 1) };
  // Coefficients of 16 bits; of two channels a quarter as many at 4:2:0.
  const samples = chromaSubsampling?.startsWith("4:2:0") ? channels - 1.5 : channels;
  return { kind: "a progressive JPG", bytesAPixel: 2 * samples };
}

async function* decodeOne(bytes: Uint8Array, longSide: number): AsyncGenerator<DecodedPage, void, void> {
  let image: PageImage | null = null;
  try {
    image = await decode(bytes, longSide);
  } catch {
    // The decoder throws for broken pixels; its message means nothing to a user.
  }
  yield image === null ? { ok: false, page: 1, failure: damaged() } : { ok: true, page: 1, image };
}

async function readHeader(bytes: Uint8Array): Promise<Metadata | null> {
  try {
    return await (await open(bytes)).metadata();
  } catch {
    return null;
  }
}

async function decode(bytes: Uint8Array, longSide: number): Promise<PageImage> {
  const picture = await open(bytes);
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

async function open(bytes: Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  // Worker threads read pages in parallel: its own threads and caches would only add up.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp(bytes, { failOn: "error", limitInputPixels: false, pages: 1 });
}

function damaged(): ScanFailure {
  return {
    code: "damaged-picture",
    message: "The picture is damaged or cut off. Take it or save it again.",
  };
}
