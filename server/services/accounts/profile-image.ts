import { eq } from "drizzle-orm";
import { UPLOAD } from "../../../core/rules/limits.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import { users } from "../../db/schema.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import { Refusal } from "../../refusal.ts";

/** Of the picture that is stored. */
export const PROFILE_IMAGE_TYPE = "image/webp";

/** Makes `bytes` the user's picture. A worker thread re-encodes it, so that only its pixels are kept. */
export async function setProfileImage(context: AppContext, userId: string, bytes: Uint8Array): Promise<void> {
  const picture = await askWorker(context, "profileImage", bytes);
  if (picture === null) throw notAPicture();
  const profileImageId = newId();
  await context.images.write(profileImageId, picture);
  const own = eq(users.id, userId);
  const earlier = await context.db.write(async (query) => {
    const [user] = await query.select({ image: users.profileImageId }).from(users).where(own);
    await query.update(users).set({ profileImageId }).where(own);
    return user?.image ?? null;
  });
  if (earlier !== null) await context.images.remove(earlier);
}

function notAPicture(): Refusal {
  const message = `Please choose a PNG, JPG or GIF picture of at most ${UPLOAD.pictureMegapixels} megapixels.`;
  return new Refusal(400, { code: "not-a-picture", message });
}
