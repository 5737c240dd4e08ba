import sharp from "sharp";
import { type Overlaid, overlaySvg } from "./overlay.ts";

/** A page's picture, of any size, with the reading drawn over it: a JPEG of the picture's size. */
export async function annotatedJpeg(picture: Uint8Array, reading: Overlaid): Promise<Uint8Array> {
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  return sharp(picture)
    .composite([{ input: Buffer.from(overlaySvg(reading, { width, height })) }])
    .jpeg({ quality: 76 })
    .toBuffer();
}
