import type { Site } from "./system.ts";
import { closedAccountText } from "./texts.ts";

/** Why a sign-on did not succeed; in the address of the log-in page as `?sign-on=…`. */
export const SIGN_ON_FAILURES = [
  "unavailable",
  "expired",
  "cancelled",
  "refused",
  "no-address",
  "unverified",
  "other-person",
  "domain",
  "closed",
  "awaits-approval",
  "account-disabled",
] as const;
export type SignOnFailure = (typeof SIGN_ON_FAILURES)[number];

/** The parameter of the log-in page's address that says why a sign-on did not succeed. */
export const FAILURE_PARAMETER = "sign-on";

/** The failure for the user, in sentences; null if `code` is none, or there is no single sign-on. */
export function signOnFailureText(code: string | null, site: Site): string | null {
  const { sign_on, support_email: support, university_domain: domain, local_passwords } = site;
  if (sign_on === null) return null;
  const { name } = sign_on;
  const texts: Readonly<Record<SignOnFailure, string>> = {
    unavailable: `${name} cannot be reached right now. Try again later${local_passwords ? ", or use your password" : ""}.`,
    expired: "This sign-on took too long, or was begun in another browser. Please try again.",
    cancelled: `You were not signed on, as ${name} says that it was cancelled.`,
    refused: `The answer of ${name} could not be verified. Please try again. If it happens again, tell ${support}.`,
    "no-address": `${name} did not send your email address, so that your account cannot be found. Ask ${support}.`,
    unverified: `${name} does not say that your email address is verified, so that it opens no account. Ask ${support}.`,
    "other-person": `Your email address belongs to an account that is linked to somebody else at ${name}. Ask ${support}.`,
    domain: `You have no account here. Only addresses of ${domain} get one.`,
    closed: `You have no account here. The administrator makes new accounts: ask ${support}.`,
    "awaits-approval": closedAccountText("awaits-approval", support),
    "account-disabled": closedAccountText("account-disabled", support),
  };
  return Object.hasOwn(texts, code ?? "") ? texts[code as SignOnFailure] : null;
}
