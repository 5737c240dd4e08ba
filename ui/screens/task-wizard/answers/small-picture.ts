import { MOST_PIXELS, QUESTION } from "../../../../core/rules/limits.ts";

/** A question's picture as it is sent, a data URL of at most `QUESTION.pictureSide` pixels a side; null if it cannot be shown. */
export async function smallPicture(file: File): Promise<string | null> {
  // As people see it: turned by its EXIF data.
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  try {
    const { width, height } = picture;
    if (width * height > MOST_PIXELS) return null;
    const scale = Math.min(1, QUESTION.pictureSide / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d")!;
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const png = file.type === "image/jpeg" ? null : canvas.toDataURL("image/png");
    return png && png.length <= QUESTION.pictureBytes ? png : canvas.toDataURL("image/jpeg", 0.9);
  } finally {
    picture.close();
  }
}
