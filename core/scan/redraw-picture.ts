import type { Sharp } from "sharp";
import { MOST_PIXELS, PROFILE_IMAGE_SIDE, QUESTION } from "../rules/limits.ts";
import { type FileType, fileType } from "./file-type.ts";

/**
 * A question's picture as it is stored and printed: a PNG or JPEG of at most `QUESTION.pictureSide` pixels a side, on
 * white, with nothing of the file but its pixels. Null if `bytes` are not a PNG or JPEG that can be decoded, or have
 * more than 50 megapixels.
 */
export function redrawQuestionPicture(bytes: Uint8Array): Promise<Buffer | null> {
  const [side, white] = [QUESTION.pictureSide, { background: "white" }];
  return redraw(bytes, ["png", "jpg"], async (upright, type) => {
    const picture = upright
      .flatten(white)
      .toColourspace("srgb")
      .resize(side, side, { fit: "inside", withoutEnlargement: true });
    const png = type === "png" ? await picture.clone().png({ compressionLevel: 9 }).toBuffer() : null;
    // A photo may be a PNG, too.
    return png && png.length <= QUESTION.pictureBytes ? png : await picture.jpeg({ quality: 85 }).toBuffer();
  });
}

/**
 * A profile image as it is stored: the middle of the picture as a WebP of `PROFILE_IMAGE_SIDE` pixels a side, with
 * nothing of the file but its pixels. Null if `bytes` are not a PNG, JPEG or GIF that can be decoded, or have more than
 * 50 megapixels.
 */
export function redrawProfileImage(bytes: Uint8Array): Promise<Buffer | null> {
  return redraw(bytes, ["png", "jpg", "gif"], (upright) =>
    upright.resize(PROFILE_IMAGE_SIDE, PROFILE_IMAGE_SIDE, { fit: "cover" }).webp().toBuffer(),
  );
}

async function redraw(
  bytes: Uint8Array,
  types: readonly FileType[],
  draw: (upright: Sharp, type: FileType) => Promise<Buffer>,
): Promise<Buffer | null> {
  const type = fileType(bytes);
  if (type === null || !types.includes(type)) return null;
  const { default: sharp } = await import("sharp");
  try {
    return await draw(sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" }).autoOrient(), type);
  } catch {
    return null;
  }
}
