import { boxAround, cornersOf } from "../geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../geometry/coordinates.ts";
import type { PageImage } from "./page-image.ts";
import type { QrCode } from "./read-qr.ts";

/** Quarter turns, clockwise. */
export type Quarters = 0 | 1 | 2 | 3;

/** What makes a page upright: quarter turns, clockwise; from 4 it is mirrored first, left to right, then turned by 4 less. */
export type Turn = Quarters | 4 | 5 | 6 | 7;

/**
 * What makes a page upright, by its QR code. Front cameras and some programs mirror pictures.
 *
 * @example
 * turnOfQr({ corners: [{ x: 90, y: 10 }, { x: 90, y: 40 }, { x: 60, y: 40 }, { x: 60, y: 10 }] }); // 3
 */
export function turnOfQr({ corners: [topLeft, topRight, , bottomLeft] }: Pick<QrCode, "corners">): Turn {
  const right = { x: topRight.x - topLeft.x, y: topRight.y - topLeft.y };
  const down = { x: bottomLeft.x - topLeft.x, y: bottomLeft.y - topLeft.y };
  if (right.x * down.y - right.y * down.x >= 0) return turnOfDirection(right);
  return (4 + turnOfDirection({ x: -right.x, y: right.y })) as Turn;
}

/** How far a page must be turned clockwise so that what points along `direction` points to the right. */
export function turnOfDirection({ x, y }: { readonly x: number; readonly y: number }): Quarters {
  // Clockwise, as y points downwards.
  const seen = Math.round(Math.atan2(y, x) / (Math.PI / 2));
  return ((((4 - seen) % 4) + 4) % 4) as Quarters;
}

/** `image` mirrored and turned clockwise; the size of its original is turned with it. */
export function turnImage(image: PageImage, turn: Turn): PageImage {
  if (turn === 0) return image;
  const quarters = (turn % 4) as Quarters;
  const { width, height, rgb, pictureWidth, pictureHeight } = image;
  const lies = quarters % 2 === 1;
  const out = new Uint8Array(rgb.length);
  // Where the pixel (0, 0) goes, and the offsets of a step to the right and a step down from there.
  const [start, right, down] = {
    0: [0, 1, width],
    1: [height - 1, height, -1],
    2: [width * height - 1, -1, -width],
    3: [(width - 1) * height, -height, 1],
  }[quarters] as [number, number, number];
  const isMirrored = turn >= 4;
  const first = isMirrored ? start + (width - 1) * right : start;
  const step = isMirrored ? -right : right;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, o = (first + y * down) * 3; x < width; x++, i += 3, o += step * 3) {
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

interface Turning {
  /** Of the picture before it is turned. */
  readonly width: number;
  readonly height: number;
  readonly turn: Turn;
}

/** Where a point of a picture is once the picture is mirrored and turned clockwise. */
function turnPoint({ x: seenX, y }: PicturePoint, { width, height, turn }: Turning): PicturePoint {
  const x = turn < 4 ? seenX : width - seenX;
  switch ((turn % 4) as Quarters) {
    case 0:
      return { x, y };
    case 1:
      return { x: height - y, y: x };
    case 2:
      return { x: width - x, y: height - y };
    case 3:
      return { x: y, y: width - x };
  }
}

/** The codes of `image` where they are once it is mirrored and turned clockwise. */
export function turnCodes(
  codes: readonly QrCode[],
  { image, turn }: { readonly image: PageImage; readonly turn: Turn },
): QrCode[] {
  const turned = (at: PicturePoint) => turnPoint(at, { width: image.pictureWidth, height: image.pictureHeight, turn });
  return codes.map(({ text, corners: [a, b, c, d] }) => {
    return { text, corners: [turned(a), turned(b), turned(c), turned(d)] };
  });
}

/** A box in a picture of `width` x `height` pixels where it is once the picture is mirrored and turned clockwise. */
export function turnBox(box: PictureBox, turning: Turning): PictureBox {
  return boxAround(cornersOf(box).map((corner) => turnPoint(corner, turning)));
}
