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

/** What is said of tokens. */
export const TOKEN_TEXTS = {
  nameRequired: "Give the token a name, such as the machine that uses it.",
  nameTooLong: `A name has at most ${TOKEN_NAME_LENGTH} characters.`,
  tooMany: `You have ${MOST_TOKENS} tokens. Revoke one that is not needed any more.`,
  notFound: "This token was revoked already.",
  revokedToast: "The token was revoked.",
  needed: "An access token is needed: make one in Settings, under Access tokens.",
  unknown: "The server does not know this access token. Copy it once more, or make a new one in Settings.",
  revoked: "This access token was revoked. Make a new one in Settings.",
  expired: "This access token has expired. Make a new one in Settings.",
  readOnly: "This access token may only read. Make one in Settings that may write grades.",
  withCookie: "A call with an access token must not carry a session's cookie.",
} as const;

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
