import type { PageImage } from "../scan/page-image.ts";
import { extractInk } from "./ink/extract-ink.ts";

/** How ink is separated from paper: `auto` removes light, shadow and grid; a number is a fixed grey value, 0 … 255. */
export type Threshold = number | "auto";

/**
 * The ink of an image at a fixed grey value, one byte per pixel: 255 if it is darker than `threshold`, otherwise 0.
 * Light, shadow and grid stay; `extractInk` removes them.
 */
export function thresholdInk(
  { rgb, width, height }: Pick<PageImage, "rgb" | "width" | "height">,
  threshold: number,
): Uint8Array {
  const ink = new Uint8Array(width * height);
  for (let at = 0, p = 0; at < ink.length; at++, p += 3) {
    // Rec. 601 luma in 1/256.
    const grey = (77 * (rgb[p] as number) + 150 * (rgb[p + 1] as number) + 29 * (rgb[p + 2] as number)) >> 8;
    if (grey < threshold) ink[at] = 255;
  }
  return ink;
}

/**
 * The picture as the threshold tool shows it, one grey byte per pixel: ink black, paper white, in the image's size.
 *
 * @example
 * filteredPicture(image, 127); // 0 where the image is darker than 127, else 255
 * filteredPicture(image, "auto"); // the ink alone, soft at its rims
 */
export function filteredPicture(image: PageImage, threshold: Threshold): Uint8Array {
  const ink = threshold === "auto" ? extractInk(image) : thresholdInk(image, threshold);
  return (ink ?? new Uint8Array(image.width * image.height)).map((value) => 255 - value);
}
