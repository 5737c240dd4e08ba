import sharp from "sharp";
import { withoutHeader } from "../stack/without-header.ts";
import { pageJpeg } from "./page-picture.ts";

/** A page's picture as a JPEG without anything outside the template's border, if the border is found. */
export async function hiddenHeaderJpeg(picture: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const image = { width, height, rgb: data, pictureWidth: width, pictureHeight: height };
  return pageJpeg(withoutHeader(image), Math.max(width, height));
}
