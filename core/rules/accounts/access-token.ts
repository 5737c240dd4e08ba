import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";

/** What a token permits: reading tasks with roster and keys; also writing grades and pages. */
export const TOKEN_SCOPES = ["read", "grade"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** For how many days a token may be valid. */
export const TOKEN_DAYS = [7, 90, 365] as const;

/** Every token begins like this, so that secret scanners can find it. */
export const TOKEN_PREFIX = "cgt_";

/** How many valid tokens an instructor may have. */
export const MOST_TOKENS = 20;

export const TOKEN_NAME_LENGTH = 40;

/** The messages about tokens. */
export const TOKEN_TEXTS = {
  nameRequired: "Give the token a name, such as the machine that uses it.",
  nameTooLong: `A name has at most ${TOKEN_NAME_LENGTH} characters.`,
  passwordRequired: "Enter your current password.",
  tooMany: `You have ${MOST_TOKENS} tokens. Revoke one that you no longer need.`,
  notFound: "This token was already revoked.",
  revokedToast: "The token was revoked.",
  needed: "An access token is needed: create one in Settings, under Access tokens.",
  unknown: "The server does not know this access token. Copy it again, or create a new one in Settings.",
  revoked: "This access token was revoked. Create a new one in Settings.",
  expired: "This access token has expired. Create a new one in Settings.",
  readOnly: "This access token may only read. Create one in Settings that may write grades.",
  withCookie: "A call with an access token must not carry a session's cookie.",
} as const;

/**
 * What is wrong with the name of a new token; empty if nothing is.
 *
 * @example
 * checkTokenName(" "); // [{ code: "name-required", field: "name", message: "Give the token a name, …" }]
 */
export function checkTokenName(name: string): RuleIssue[] {
  if (name.trim() === "") return [{ code: "name-required", field: "name", message: TOKEN_TEXTS.nameRequired }];
  if (textLength(name.trim()) <= TOKEN_NAME_LENGTH) return [];
  return [{ code: "name-too-long", field: "name", message: TOKEN_TEXTS.nameTooLong }];
}
