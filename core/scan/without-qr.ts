import { boxAround, grown } from "../geometry/boxes.ts";
import type { PageImage } from "./page-image.ts";
import type { QrCode } from "./read-qr.ts";

/**
 * How far the code's quiet zone extends beyond its corners, as a share of its size; also leaves room for a slanted
 * code.
 */
const MARGIN = 0.06;

/** The page without any of its QR codes. */
export function withoutQrCodes(image: PageImage, codes: readonly QrCode[]): PageImage {
  return codes.reduce(withoutQr, image);
}

/**
 * The page with a QR code painted over in the colour of the paper around it: if the template's frame is not in the
 * picture, the code's modules would be taken for a drawing.
 */
export function withoutQr(image: PageImage, { corners }: QrCode): PageImage {
  const scaleX = image.width / image.pictureWidth;
  const scaleY = image.height / image.pictureHeight;
  const code = boxAround(corners.map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY })));
  const { x, y, width, height } = grown(code, MARGIN * Math.max(code.width, code.height));
  const left = Math.max(0, Math.floor(x));
  const right = Math.min(image.width, Math.ceil(x + width));
  const top = Math.max(0, Math.floor(y));
  const bottom = Math.min(image.height, Math.ceil(y + height));
  if (left >= right || top >= bottom) return image;
  const paper = paperAround(image, { left, right, top, bottom });
  const rgb = image.rgb.slice();
  for (let row = top; row < bottom; row++) {
    for (let p = (row * image.width + left) * 3, end = p + (right - left) * 3; p < end; p += 3) rgb.set(paper, p);
  }
  return { ...image, rgb };
}

/** The median colour along a box's edge: the code's quiet zone keeps ink away from it. */
function paperAround(
  { rgb, width }: PageImage,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): [number, number, number] {
  const places: number[] = [];
  for (let x = left; x < right; x++) places.push(top * width + x, (bottom - 1) * width + x);
  for (let y = top; y < bottom; y++) places.push(y * width + left, y * width + right - 1);
  const middle = (channel: number): number => {
    const values = places.map((place) => rgb[place * 3 + channel] as number).sort((a, b) => a - b);
    return values[values.length >> 1] as number;
  };
  return [middle(0), middle(1), middle(2)];
}
