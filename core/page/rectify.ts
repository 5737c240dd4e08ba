import type { Box } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import { applyHomography, type Homography } from "../geometry/homography.ts";
import type { PageImage } from "../scan/page-image.ts";
import { fill, kernels, withBytes, withRoom } from "./kernels/kernels.ts";
import type { StoredImage } from "./light/stored-image.ts";

type Rectifying = { readonly frame: Homography<"Page", "Picture">; readonly area: Box<"Page"> } & (
  | { readonly longSide: number }
  | { readonly size: { readonly width: number; readonly height: number } }
);

/**
 * The part `area` of a sheet, seen straight from above, while `use` runs: `frame` maps the sheet's units to pixels of
 * `image`. It has as many pixels as `size` says, or as the image has there, at most `longSide`, and is white outside the
 * image. `toImage` maps its pixels to those of `image`.
 */
export function withRectified<Result>(
  image: PageImage,
  { frame, area, ...wanted }: Rectifying,
  use: (cut: StoredImage, toImage: Homography<"Page", "Picture">) => Result,
): Result {
  const { width, height } = "size" in wanted ? wanted.size : sizeIn(frame, area, wanted.longSide);
  const toImage = atScale(frame, { area, scaleX: area.width / width, scaleY: area.height / height });
  const size = width * height * 3;
  return withBytes(image.rgb, (source) =>
    withRoom([size], (rgb) => {
      fill(255, rgb, size);
      kernels.warp(source, image.width, image.height, ...toImage.m, width, height, rgb);
      return use({ width, height, rgb }, toImage);
    }),
  );
}

function sizeIn(frame: Rectifying["frame"], area: Box<"Page">, longSide: number): { width: number; height: number } {
  const unit = Math.min(longSide / Math.max(area.width, area.height), density(frame, area));
  const pixels = (length: number) => Math.max(1, Math.round(length * unit));
  return { width: pixels(area.width), height: pixels(area.height) };
}

/** Pixels of the image per unit of the sheet, on the side that has more. */
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
    return distanceBetween(b, a) / (i % 2 === 0 ? width : height);
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
