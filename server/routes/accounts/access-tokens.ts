import { TOKEN_TEXTS } from "../../../core/rules/accounts/access-token.ts";
import type { Router } from "../../router.ts";
import { createToken, listTokens, revokeToken } from "../../services/accounts/access-tokens.ts";

/** The access tokens of the signed-in instructor. */
export function accessTokenRoutes({ on }: Router): void {
  on("getAccessTokens", async ({ context, user }) => ({ tokens: await listTokens(context, user.id) }));

  on("createAccessToken", ({ context, session, body }) => createToken(context, session, body));

  on("revokeAccessToken", async ({ context, user, params }) => {
    await revokeToken(context, user, params.tokenId);
    return { message: TOKEN_TEXTS.revokedToast };
  });
}
