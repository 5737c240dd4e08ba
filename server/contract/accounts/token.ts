import { z } from "zod";
import { TOKEN_DAYS, TOKEN_SCOPES } from "../../../core/rules/accounts/access-token.ts";
import { idSchema, timeSchema, typedText } from "../common.ts";

/** A token as its owner sees it: the secret itself is shown once, when it is created. */
const accessTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  created_at: timeSchema,
  expires_at: timeSchema,
  /** It has expired. */
  expired: z.boolean(),
  last_used_at: timeSchema.nullable(),
});
export type AccessToken = z.infer<typeof accessTokenSchema>;

/** Newest first. */
export const accessTokensResponse = z.object({ tokens: z.array(accessTokenSchema) });

export const createAccessTokenBody = z.object({
  name: typedText(),
  scope: z.enum(TOKEN_SCOPES),
  days: z.literal(TOKEN_DAYS),
  /** The account's password: a session that was left open must not be enough for lasting access. */
  password: typedText(),
});

export const createAccessTokenResponse = z.object({ access_token: accessTokenSchema, token: z.string() });
