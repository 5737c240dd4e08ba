import type { PicturePoint } from "../geometry/coordinates.ts";
import { applyHomography } from "../geometry/homography.ts";
import { findPaper } from "../page/sheet/find-paper.ts";
import type { PageImage } from "../scan/page-image.ts";
import { BORDER } from "../template/layout.ts";

const WHITE = 255;

/**
 * The page with everything outside the template's border painted white: name, ID and QR code. A page without a template
 * is not changed, since nobody knows where a name may be on it.
 */
export function withoutHeader(image: PageImage): PageImage {
  const paper = findPaper(image);
  if (paper?.kind !== "template") return image;
  const { x, y, width, height } = BORDER;
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map((corner) => applyHomography(paper.frame, corner));
  const rgb = image.rgb.slice();
  for (let row = 0; row < image.height; row++) {
    const [left, right] = spanOf(corners, row + 0.5);
    const start = row * image.width * 3;
    rgb.fill(WHITE, start, start + 3 * Math.max(0, Math.min(image.width, Math.floor(left))));
    rgb.fill(WHITE, start + 3 * Math.max(0, Math.min(image.width, Math.ceil(right))), start + 3 * image.width);
  }
  return { ...image, rgb };
}

/** From where to where the horizontal at `y` runs within a convex quadrilateral; an empty span if it does not. */
function spanOf(corners: readonly PicturePoint[], y: number): readonly [left: number, right: number] {
  const crossings = corners.flatMap((from, index) => {
    const to = corners[(index + 1) % corners.length]!;
    if (from.y > y === to.y > y) return [];
    return [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)];
  });
  return crossings.length < 2 ? [Number.MAX_SAFE_INTEGER, 0] : [Math.min(...crossings), Math.max(...crossings)];
}
