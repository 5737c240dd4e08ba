import { cornersOf } from "../geometry/boxes.ts";
import type { Box } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import { applyHomography, composed, type Homography } from "../geometry/homography.ts";
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
  const m = [area.width / width, 0, area.x, 0, area.height / height, area.y, 0, 0, 1] as const;
  const toImage = composed(frame, { from: "Page", to: "Page", m });
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
  const corners = cornersOf(area).map((corner) => applyHomography(frame, corner));
  const lengths = corners.map((a, i) => {
    return distanceBetween(corners[(i + 1) % 4]!, a) / (i % 2 === 0 ? area.width : area.height);
  });
  return Math.max(...lengths);
}
