import { lazily } from "../basics/lazily.ts";
import type { PicturePoint } from "../geometry/coordinates.ts";
import type { PageImage } from "./page-image.ts";
import { qrOptions } from "./qr-options.ts";
import { wasmFile } from "./wasm-file.ts";

export interface QrCode {
  readonly text: string;
  /**
   * Top left, top right, bottom right, bottom left of the upright code, in pixels of the upright original picture:
   * counterclockwise there if the picture is mirrored.
   */
  readonly corners: readonly [PicturePoint, PicturePoint, PicturePoint, PicturePoint];
}

/** The QR codes of a page. */
export interface QrSight {
  readonly codes: readonly QrCode[];
  /** There is a code, but none can be read: it is blurred or damaged. */
  readonly isBlurred: boolean;
}

/**
 * In smaller pictures than this, a code that was not found is searched once more in an enlarged, sharpened copy. Pixels
 * of the long side.
 */
const COARSE_PAGE = 1400;

type ReadBarcodes = typeof import("zxing-wasm/reader").readBarcodes;

/** The first QR code on a page, at any turn; null if there is none that can be read. */
export async function readQr(image: PageImage): Promise<QrCode | null> {
  return (await readQrCodes(image)).codes[0] ?? null;
}

/**
 * All QR codes on a page, at any turn.
 *
 * @example
 * const { codes, isBlurred } = await readQrCodes(image);
 * codes[0]?.text; // the link of a printed template
 */
export async function readQrCodes(image: PageImage): Promise<QrSight> {
  const readBarcodes = await barcodeReader();
  const plain = await find(readBarcodes, { pixels: toRgba(image), image, zoom: 1 });
  if (plain.codes.length > 0 || Math.max(image.width, image.height) > COARSE_PAGE) return plain;
  const large = await find(readBarcodes, { pixels: enlarge(image), image, zoom: 2 });
  return { codes: large.codes, isBlurred: large.codes.length === 0 && (plain.isBlurred || large.isBlurred) };
}

const barcodeReader = lazily(async (): Promise<ReadBarcodes> => {
  const { prepareZXingModule, readBarcodes } = await import("zxing-wasm/reader");
  const wasmBinary = await wasmFile("zxing-wasm/reader/zxing_reader.wasm");
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return readBarcodes;
});

/** The type that zxing takes for a canvas's pixels; a browser's own class is not available everywhere. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly colorSpace: "srgb";
}

async function find(
  readBarcodes: ReadBarcodes,
  { pixels, image, zoom }: { pixels: Pixels; image: PageImage; zoom: number },
): Promise<QrSight> {
  const seen = await readBarcodes(pixels as ImageData, qrOptions(pixels));
  const scaleX = image.pictureWidth / image.width / zoom;
  const scaleY = image.pictureHeight / image.height / zoom;
  function toPicture(corner: { x: number; y: number }): PicturePoint {
    return { x: corner.x * scaleX, y: corner.y * scaleY };
  }
  const codes = seen
    .filter(({ isValid }) => isValid)
    .map(({ text, isMirrored, position: { topLeft, topRight, bottomRight, bottomLeft } }): QrCode => {
      // Of a mirrored code zxing (zxing-wasm 3.1.4) gives the corners of its transposed copy.
      const [right, below] = isMirrored ? [bottomLeft, topRight] : [topRight, bottomLeft];
      return { text, corners: [toPicture(topLeft), toPicture(right), toPicture(bottomRight), toPicture(below)] };
    });
  return { codes, isBlurred: codes.length === 0 && seen.length > 0 };
}

const OPAQUE = 0xff000000;

function toRgba({ width, height, rgb }: PageImage): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  // A whole pixel at once: all machines that Node runs on have their lowest byte first.
  const pixels = new Uint32Array(data.buffer);
  for (let p = 0, q = 0; q < pixels.length; p += 3, q++) {
    pixels[q] = OPAQUE | ((rgb[p + 2] as number) << 16) | ((rgb[p + 1] as number) << 8) | (rgb[p] as number);
  }
  return { width, height, data, colorSpace: "srgb" };
}

/** Twice the size, bilinear, in grey, with an unsharp mask: restores the edges of modules of two pixels. */
function enlarge({ width, height, rgb }: PageImage): Pixels {
  const sharp = sharpGrey(width, height, rgb);
  const data = new Uint8ClampedArray(width * height * 16).fill(255);
  for (let y = 0; y < 2 * height; y++) {
    // Half pixel centres: the neighbours weigh 3 to 1.
    const near = (y >> 1) * width;
    const far = Math.min(height - 1, Math.max(0, (y >> 1) + (y & 1 ? 1 : -1))) * width;
    for (let x = 0; x < 2 * width; x++) {
      const nearX = x >> 1;
      const farX = Math.min(width - 1, Math.max(0, nearX + (x & 1 ? 1 : -1)));
      const left = 3 * (sharp[near + nearX] as number) + (sharp[far + nearX] as number);
      const right = 3 * (sharp[near + farX] as number) + (sharp[far + farX] as number);
      const value = (3 * left + right) / 16;
      const q = (y * 2 * width + x) * 4;
      data[q] = value;
      data[q + 1] = value;
      data[q + 2] = value;
    }
  }
  return { width: 2 * width, height: 2 * height, data, colorSpace: "srgb" };
}

function sharpGrey(width: number, height: number, rgb: Uint8Array): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(width * height);
  for (let i = 0, p = 0; i < grey.length; i++, p += 3) {
    grey[i] = (2 * (rgb[p] as number) + 5 * (rgb[p + 1] as number) + (rgb[p + 2] as number)) >> 3;
  }
  const sharp = grey.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      const around =
        (grey[i - 1] as number) + (grey[i + 1] as number) + (grey[i - width] as number) + (grey[i + width] as number);
      const value = grey[i] as number;
      sharp[i] = value + (value * 4 - around) / 2;
    }
  }
  return sharp;
}
