import type { RuleIssue } from "./rule-issue.ts";

/** What a token is good for: to read tasks with roster and keys; to write grades and pages as well. */
export const TOKEN_SCOPES = ["read", "grade"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Days that a token may hold. */
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
  passwordRequired: "Enter your current password.",
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

/**
 * What is wrong with the name of a new token; empty where all is well.
 *
 * @example
 * checkTokenName(" "); // [{ code: "name-required", field: "name", message: "Give the token a name, …" }]
 */
export function checkTokenName(name: string): RuleIssue[] {
  if (name.trim() === "") return [{ code: "name-required", field: "name", message: TOKEN_TEXTS.nameRequired }];
  if (name.trim().length <= TOKEN_NAME_LENGTH) return [];
  return [{ code: "name-too-long", field: "name", message: TOKEN_TEXTS.nameTooLong }];
}
