import { LIMITS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";

/** One of these must be in a new password that replaces a forgotten one. */
export const SPECIAL_CHARACTERS = '!@#$%^&*(),.?":{}|<>';

export const PASSWORD_TEXTS = {
  "password-too-short-sign-up": `Password must be at least ${LIMITS.signUpPasswordMinLength} characters long.`,
  "password-too-short": `Password must be at least ${LIMITS.resetPasswordMinLength} characters long.`,
  "password-uppercase": "Password must contain at least one uppercase letter.",
  "password-lowercase": "Password must contain at least one lowercase letter.",
  "password-number": "Password must contain at least one number.",
  "password-special": "Password must contain at least one special character.",
  /** The log-in accepts no longer one. */
  "password-too-long": `Password cannot exceed ${LIMITS.loginPasswordLength} characters.`,
  /** Only the server knows the list: it is too long for a page. */
  "password-common": "This password is among the most common ones. Please choose another.",
} as const;

type Rule = readonly [code: keyof typeof PASSWORD_TEXTS, broken: (password: string) => boolean];

const LETTERS_AND_DIGITS: readonly Rule[] = [
  ["password-uppercase", (password) => !/[A-Z]/.test(password)],
  ["password-lowercase", (password) => !/[a-z]/.test(password)],
  ["password-number", (password) => !/[0-9]/.test(password)],
];

const NOT_TOO_LONG: Rule = ["password-too-long", (password) => textLength(password) > LIMITS.loginPasswordLength];

const SIGN_UP: readonly Rule[] = [
  ["password-too-short-sign-up", (password) => textLength(password) < LIMITS.signUpPasswordMinLength],
  ...LETTERS_AND_DIGITS,
  NOT_TOO_LONG,
];

const NEW: readonly Rule[] = [
  ["password-too-short", (password) => textLength(password) < LIMITS.resetPasswordMinLength],
  ...LETTERS_AND_DIGITS,
  ["password-special", (password) => ![...password].some((character) => SPECIAL_CHARACTERS.includes(character))],
  NOT_TOO_LONG,
];

/**
 * Everything wrong with a password at sign-up; the field is `password`.
 *
 * @example
 * checkSignUpPassword("secret"); // two issues: no uppercase letter, no number
 */
export function checkSignUpPassword(password: string): RuleIssue[] {
  return check(password, SIGN_UP);
}

/** Everything wrong with a password that replaces another one: stricter than at sign-up. */
export function checkNewPassword(password: string): RuleIssue[] {
  return check(password, NEW);
}

function check(password: string, rules: readonly Rule[]): RuleIssue[] {
  const broken = rules.filter(([, isBroken]) => isBroken(password));
  return broken.map(([code]) => ({ code, field: "password", message: PASSWORD_TEXTS[code] }));
}
