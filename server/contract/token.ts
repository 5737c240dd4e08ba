import { z } from "zod";
import { idSchema, timeSchema, typedText } from "./common.ts";

/** What a token is good for: to read tasks with roster and keys; to write grades and pages as well. */
export const TOKEN_SCOPES = ["read", "grade"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Days that a token may hold; the second is proposed. */
export const TOKEN_DAYS = [7, 90, 365] as const;

/** Every token begins so: a search for secrets that were left lying about finds it. */
export const TOKEN_PREFIX = "cgt_";

/** Living tokens that one instructor may have. */
export const MOST_TOKENS = 20;

export const TOKEN_NAME_LENGTH = 40;

/** A token as its owner sees it: the secret itself is shown once, when it is made. */
const accessTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  created_at: timeSchema,
  expires_at: timeSchema,
  /** It is too late to use it. */
  expired: z.boolean(),
  last_used_at: timeSchema.nullable(),
});
export type AccessToken = z.infer<typeof accessTokenSchema>;

/** The newest first. */
export const accessTokensResponse = z.object({ tokens: z.array(accessTokenSchema) });

export const createAccessTokenBody = z.object({
  name: typedText(),
  scope: z.enum(TOKEN_SCOPES),
  days: z.literal(TOKEN_DAYS),
  /** The account's: a session that was left open must not be enough for a lasting door. */
  password: typedText(),
});

export const createAccessTokenResponse = z.object({ access_token: accessTokenSchema, token: z.string() });

export const accessTokenParams = z.object({ tokenId: idSchema });
