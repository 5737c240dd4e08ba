import type { PicturePoint } from "../geometry/coordinates.ts";
import type { PageImage } from "./page-image.ts";
import type { QrCode } from "./read-qr.ts";

/** Quarter turns, clockwise. */
export type Quarters = 0 | 1 | 2 | 3;

/**
 * How far a page must be turned clockwise so that its QR code is upright.
 *
 * @example
 * turnOfQr({ corners: [{ x: 90, y: 10 }, { x: 90, y: 40 }] }); // 3
 */
export function turnOfQr({ corners: [topLeft, topRight] }: Pick<QrCode, "corners">): Quarters {
  return turnOfDirection({ x: topRight.x - topLeft.x, y: topRight.y - topLeft.y });
}

/** How far a page must be turned clockwise so that what points along `direction` points to the right. */
export function turnOfDirection({ x, y }: { readonly x: number; readonly y: number }): Quarters {
  // Clockwise, as y points downwards.
  const seen = Math.round(Math.atan2(y, x) / (Math.PI / 2));
  return ((((4 - seen) % 4) + 4) % 4) as Quarters;
}

/** `image` turned clockwise; the size of its original is turned with it. */
export function turnImage(image: PageImage, quarters: Quarters): PageImage {
  if (quarters === 0) return image;
  const { width, height, rgb, pictureWidth, pictureHeight } = image;
  const lies = quarters !== 2;
  const out = new Uint8Array(rgb.length);
  // Where the pixel (0, 0) goes, and the offsets of a step to the right and a step down from there.
  const [start, right, down] = {
    1: [height - 1, height, -1],
    2: [width * height - 1, -1, -width],
    3: [(width - 1) * height, -height, 1],
  }[quarters] as [number, number, number];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, o = (start + y * down) * 3; x < width; x++, i += 3, o += right * 3) {
      out[o] = rgb[i] as number;
      out[o + 1] = rgb[i + 1] as number;
      out[o + 2] = rgb[i + 2] as number;
    }
  }
  return {
    rgb: out,
    width: lies ? height : width,
    height: lies ? width : height,
    pictureWidth: lies ? pictureHeight : pictureWidth,
    pictureHeight: lies ? pictureWidth : pictureHeight,
  };
}

/** The codes of `image` where they are once it is turned clockwise. */
export function turnCodes(
  codes: readonly QrCode[],
  { image, quarters }: { readonly image: PageImage; readonly quarters: Quarters },
): QrCode[] {
  const { pictureWidth: width, pictureHeight: height } = image;
  const turned = ({ x, y }: PicturePoint): PicturePoint => {
    if (quarters === 1) return { x: height - y, y: x };
    if (quarters === 2) return { x: width - x, y: height - y };
    return quarters === 3 ? { x: y, y: width - x } : { x, y };
  };
  return codes.map(({ text, corners: [a, b, c, d] }) => ({
    text,
    corners: [turned(a), turned(b), turned(c), turned(d)],
  }));
}
