import type { Box } from "../geometry/coordinates.ts";
import { applyHomography, type Homography } from "../geometry/homography.ts";
import type { PageImage } from "../scan/page-image.ts";

/**
 * The part `area` of a sheet, seen straight from above: `frame` leads from the sheet's units to pixels of `image`. As
 * many pixels as the image has there, at most `longSide`; `toImage` leads from its pixels to those of `image`.
 */
export function rectify(
  image: PageImage,
  { frame, area, longSide }: { frame: Homography<"Page", "Picture">; area: Box<"Page">; longSide: number },
): { image: PageImage; toImage: Homography<"Page", "Picture"> } {
  const unit = Math.min(longSide / Math.max(area.width, area.height), density(frame, area));
  const width = Math.max(1, Math.round(area.width * unit));
  const height = Math.max(1, Math.round(area.height * unit));
  const toImage = atScale(frame, { area, scaleX: area.width / width, scaleY: area.height / height });
  const rgb = warp(image, { toImage, width, height });
  return { image: { ...image, width, height, rgb }, toImage };
}

/** Pixels of the image along a unit of the sheet, on its better side. */
function density(frame: Homography<"Page", "Picture">, area: Box<"Page">): number {
  const { x, y, width, height } = area;
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map((corner) => applyHomography(frame, corner));
  const lengths = corners.map((a, i) => {
    const b = corners[(i + 1) % 4] as { x: number; y: number };
    return Math.hypot(b.x - a.x, b.y - a.y) / (i % 2 === 0 ? width : height);
  });
  return Math.max(...lengths);
}

function atScale(
  { m, ...spaces }: Homography<"Page", "Picture">,
  { area, scaleX, scaleY }: { area: Box<"Page">; scaleX: number; scaleY: number },
): Homography<"Page", "Picture"> {
  const [a, b, c, d, e, f, g, h, i] = m;
  const { x, y } = area;
  return {
    ...spaces,
    m: [
      a * scaleX,
      b * scaleY,
      a * x + b * y + c,
      d * scaleX,
      e * scaleY,
      d * x + e * y + f,
      g * scaleX,
      h * scaleY,
      g * x + h * y + i,
    ],
  };
}

/** Pixels of a row between two places that are carried exactly; between them the way is taken as straight. */
const SPAN = 16;
/** Bits behind the point of a place in the image. */
const FRACTION = 16;
const ONE = 1 << FRACTION;

/** Bilinear; what lies outside of the image is white. */
function warp(
  image: PageImage,
  { toImage, width, height }: { toImage: Homography<"Page", "Picture">; width: number; height: number },
): Uint8Array {
  const [a, b, c, d, e, f, g, h, i] = toImage.m;
  const { rgb } = image;
  const stride = image.width * 3;
  const lastLeft = image.width - 2;
  const lastTop = image.height - 2;
  const out = new Uint8Array(width * height * 3).fill(255);
  for (let y = 0; y < height; y++) {
    // Pixel centres, in both pictures.
    const py = y + 0.5;
    let w = 1 / (0.5 * g + h * py + i);
    let endU = (0.5 * a + b * py + c) * w - 0.5;
    let endV = (0.5 * d + e * py + f) * w - 0.5;
    for (let x = 0; x < width; x += SPAN) {
      const px = x + SPAN + 0.5;
      const startU = endU;
      const startV = endV;
      w = 1 / (g * px + h * py + i);
      endU = (a * px + b * py + c) * w - 0.5;
      endV = (d * px + e * py + f) * w - 0.5;
      let u = Math.round(startU * ONE);
      let v = Math.round(startV * ONE);
      const stepU = Math.round(((endU - startU) * ONE) / SPAN);
      const stepV = Math.round(((endV - startV) * ONE) / SPAN);
      const stop = Math.min(width, x + SPAN) * 3 + y * width * 3;
      for (let o = (y * width + x) * 3; o < stop; o += 3, u += stepU, v += stepV) {
        const left = u >> FRACTION;
        const top = v >> FRACTION;
        if (left < 0 || top < 0 || left > lastLeft || top > lastTop) continue;
        const fx = (u >> 10) & 63;
        const fy = (v >> 10) & 63;
        const w11 = fx * fy;
        const w10 = (fx << 6) - w11;
        const w01 = (fy << 6) - w11;
        const w00 = 4096 - w11 - w10 - w01;
        const p = top * stride + left * 3;
        const q = p + stride;
        out[o] = (w00 * rgb[p]! + w10 * rgb[p + 3]! + w01 * rgb[q]! + w11 * rgb[q + 3]! + 2048) >> 12;
        out[o + 1] = (w00 * rgb[p + 1]! + w10 * rgb[p + 4]! + w01 * rgb[q + 1]! + w11 * rgb[q + 4]! + 2048) >> 12;
        out[o + 2] = (w00 * rgb[p + 2]! + w10 * rgb[p + 5]! + w01 * rgb[q + 2]! + w11 * rgb[q + 5]! + 2048) >> 12;
      }
    }
  }
  return out;
}
