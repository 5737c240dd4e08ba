import { QUESTION, UPLOAD } from "../rules/limits.ts";
import { fileType } from "./file-type.ts";

/**
 * A question's picture as it is stored and printed: a PNG or JPEG of at most `QUESTION.pictureSide` pixels a side, on
 * white, with nothing of the file but its pixels. Null if `bytes` are not a PNG or JPEG that can be decoded, or have more
 * than 50 megapixels.
 */
export async function redrawQuestionPicture(bytes: Uint8Array): Promise<Buffer | null> {
  const type = fileType(bytes);
  if (type !== "png" && type !== "jpg") return null;
  const { default: sharp } = await import("sharp");
  const [side, white] = [QUESTION.pictureSide, { background: "white" }];
  try {
    const picture = sharp(bytes, { limitInputPixels: UPLOAD.pictureMegapixels * 1_000_000, failOn: "error" })
      .autoOrient()
      .flatten(white)
      .toColourspace("srgb")
      .resize(side, side, { fit: "inside", withoutEnlargement: true });
    const png = type === "png" ? await picture.clone().png({ compressionLevel: 9 }).toBuffer() : null;
    // A photo may be a PNG, too.
    return png && png.length <= QUESTION.pictureBytes ? png : await picture.jpeg({ quality: 85 }).toBuffer();
  } catch {
    return null;
  }
}
