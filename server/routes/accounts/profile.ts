import { ERROR_PAGES } from "../../contract/error-pages.ts";
import { readSmallForm } from "../../multipart.ts";
import { notFound, Refusal } from "../../refusal.ts";
import type { Router } from "../../router.ts";
import { getUser, updateUserInfo, userView } from "../../services/accounts/accounts.ts";
import { PROFILE_IMAGE_TYPE, setProfileImage } from "../../services/accounts/profile-image.ts";

/** The signed-in user's own data. */
export function profileRoutes({ on }: Router): void {
  on("checkSession", async ({ user }) => ({ user_id: user.id }));

  on("getUser", async ({ context, user, params }) => {
    if (params.userId !== user.id) throw notFound();
    return { user: userView(await getUser(context, user.id)) };
  });

  on("updateUserInfo", async ({ context, session, body }) => ({
    user: userView(await updateUserInfo(context, session, body)),
  }));

  on("uploadProfileImage", async ({ context, user, c }) => {
    const form = await readSmallForm(c.req.raw);
    const image = [...form.values()].find((value) => value instanceof File);
    if (!image) throw new Refusal(400, { code: "no-image", message: ERROR_PAGES["400"].message });
    await setProfileImage(context, user.id, new Uint8Array(await image.arrayBuffer()));
    return { user: userView(await getUser(context, user.id)) };
  });

  on("getProfileImage", async ({ context, params }) => {
    const picture = await context.images.read(params.imageId).catch(() => null);
    if (picture === null) throw notFound();
    // A new picture has a new id.
    const headers = { "Content-Type": PROFILE_IMAGE_TYPE, "Cache-Control": "public, max-age=31536000, immutable" };
    return new Response(new Uint8Array(picture), { headers });
  });
}
