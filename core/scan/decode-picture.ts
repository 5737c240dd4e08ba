import type { Metadata, Sharp } from "sharp";
import type { DecodedFile, DecodedPage, ScanFailure } from "./decoded-file.ts";
import type { PageImage } from "./page-image.ts";

/** A PNG, JPEG or GIF as a file of one page; its size is checked before a pixel is decoded. */
export async function decodePicture(
  bytes: Uint8Array,
  { maxPixels, longSide }: { maxPixels: number; longSide: number },
): Promise<DecodedFile> {
  const header = await readHeader(bytes);
  if (header === null) return { ok: false, failure: damaged() };
  if (header.width * header.height > maxPixels) {
    const message = `The picture has ${header.width} x ${header.height} pixels; at most ${maxPixels / 1e6} megapixels are read.`;
    return { ok: false, failure: { code: "picture-too-large", message } };
  }
  return { ok: true, pageCount: 1, pages: decodeOne(bytes, longSide) };
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
