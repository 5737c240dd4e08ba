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

/** Bilinear; what lies outside of the image is white. */
function warp(
  image: PageImage,
  { toImage, width, height }: { toImage: Homography<"Page", "Picture">; width: number; height: number },
): Uint8Array {
  const [a, b, c, d, e, f, g, h, i] = toImage.m;
  const { rgb } = image;
  const stride = image.width * 3;
  const out = new Uint8Array(width * height * 3).fill(255);
  let o = 0;
  for (let y = 0; y < height; y++) {
    // Pixel centres, in both pictures.
    const py = y + 0.5;
    for (let x = 0; x < width; x++, o += 3) {
      const px = x + 0.5;
      const w = 1 / (g * px + h * py + i);
      const u = (a * px + b * py + c) * w - 0.5;
      const v = (d * px + e * py + f) * w - 0.5;
      if (!(u >= 0 && v >= 0 && u < image.width - 1 && v < image.height - 1)) continue;
      const left = Math.floor(u);
      const top = Math.floor(v);
      const fx = Math.floor((u - left) * 64);
      const fy = Math.floor((v - top) * 64);
      const w11 = fx * fy;
      const w10 = fx * 64 - w11;
      const w01 = fy * 64 - w11;
      const w00 = 4096 - w11 - w10 - w01;
      const p = top * stride + left * 3;
      const q = p + stride;
      for (let n = 0; n < 3; n++) {
        out[o + n] =
          (w00 * (rgb[p + n] as number) +
            w10 * (rgb[p + n + 3] as number) +
            w01 * (rgb[q + n] as number) +
            w11 * (rgb[q + n + 3] as number) +
            2048) >>
          12;
      }
    }
  }
  return out;
}
