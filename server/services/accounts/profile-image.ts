import { eq } from "drizzle-orm";
import { UPLOAD } from "../../../core/rules/limits.ts";
import { type FileType, fileType } from "../../../core/scan/file-type.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import { users } from "../../db/schema.ts";
import { Refusal } from "../../refusal.ts";
import { getUser } from "./accounts.ts";

/** The largest picture that is accepted, and the side of the square that is stored. */
export const PROFILE_IMAGE = { side: 512, type: "image/webp" } as const;

/** Makes `bytes` the user's picture. It is re-encoded, so that only its pixels are kept. */
export async function setProfileImage(context: AppContext, userId: string, bytes: Uint8Array): Promise<void> {
  const picture = await redraw(bytes);
  const { profileImageId: earlier } = await getUser(context, userId);
  const profileImageId = newId();
  await context.images.write(profileImageId, picture);
  await context.db.write((query) => query.update(users).set({ profileImageId }).where(eq(users.id, userId)));
  if (earlier !== null) await context.images.remove(earlier);
}

/** What browsers show, and `notAPicture` names. */
const SHOWN: ReadonlySet<FileType> = new Set(["png", "jpg", "gif"]);

async function redraw(bytes: Uint8Array): Promise<Uint8Array> {
  const type = fileType(bytes);
  if (type === null || !SHOWN.has(type)) throw notAPicture();
  const { default: sharp } = await import("sharp");
  const limitInputPixels = UPLOAD.pictureMegapixels * 1_000_000;
  try {
    return await sharp(bytes, { limitInputPixels, failOn: "error" })
      .autoOrient()
      .resize(PROFILE_IMAGE.side, PROFILE_IMAGE.side, { fit: "cover" })
      .webp()
      .toBuffer();
  } catch {
    throw notAPicture();
  }
}

function notAPicture(): Refusal {
  const message = `Please choose a PNG, JPG or GIF picture of at most ${UPLOAD.pictureMegapixels} megapixels.`;
  return new Refusal(400, { code: "not-a-picture", message });
}
