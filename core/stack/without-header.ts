import { blankOutside } from "../page/blank-outside.ts";
import { findPaper } from "../page/sheet/find-paper.ts";
import { quadOnPaper } from "../page/sheet/frame.ts";
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
  const rgb = image.rgb.slice();
  blankOutside(rgb, { ...image, corners: quadOnPaper(paper.frame, BORDER), channels: 3, value: WHITE });
  return { ...image, rgb };
}
