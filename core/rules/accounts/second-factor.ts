import type { RuleIssue } from "../rule-issue.ts";

/** How many recovery codes an account gets at a time. */
export const RECOVERY_CODES = 10;

/** Lowercase letters and digits that cannot be mistaken for one another. */
export const RECOVERY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** The length of a recovery code, without the dash in its middle: 49 bits. */
export const RECOVERY_LENGTH = 10;

/** The messages about the second factor. */
export const SECOND_FACTOR_TEXTS = {
  needed: "Enter the code from your authenticator app.",
  codeRequired: "Enter a code.",
  codeForm: `A code has 6 digits. A recovery code has ${RECOVERY_LENGTH} letters and digits.`,
  passwordRequired: "Enter your current password.",
  wrong: "This code is not right. Enter the one that your app shows now; it changes every 30 seconds.",
  wrongRecovery: "This recovery code is not right, or it was used before.",
  used: "This code was already used. Wait until your app shows the next one.",
  on: "The second factor is on already.",
  off: "The second factor is not on.",
  notStarted: "This took too long. Start again to get a new QR code.",
  turnedOn: "Log-in asks for a code from now on. Your other sessions have ended.",
  turnedOff: "The second factor is off: the password is enough to log in.",
  renewed: "The earlier recovery codes no longer work.",
} as const;

/** What a typed code is, without spaces and dashes: `app` of an authenticator app, or a `recovery` code. */
export interface TypedCode {
  readonly kind: "app" | "recovery";
  readonly code: string;
}

/**
 * Reads a typed code; null if it has the form of neither kind.
 *
 * @example
 * readCode(" 123 456 "); // { kind: "app", code: "123456" }
 * readCode("ABCDE-FGHJK"); // { kind: "recovery", code: "abcdefghjk" }
 * readCode("1234"); // null
 */
export function readCode(typed: string): TypedCode | null {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  const isRecovery = code.length === RECOVERY_LENGTH && [...code].every((letter) => RECOVERY_LETTERS.includes(letter));
  return isRecovery ? { kind: "recovery", code } : null;
}

/**
 * What is wrong with the form of a typed code (`code`), before the server is called; empty if nothing is.
 *
 * @example
 * checkCode("").map(({ message }) => message); // ["Enter a code."]
 */
export function checkCode(typed: string): RuleIssue[] {
  if (typed.trim() === "") {
    return [{ code: "code-required", field: "code", message: SECOND_FACTOR_TEXTS.codeRequired }];
  }
  if (readCode(typed) !== null) return [];
  return [{ code: "code-form", field: "code", message: SECOND_FACTOR_TEXTS.codeForm }];
}

/** A recovery code as people read it: `abcde-fghjk`. */
export function formatRecoveryCode(code: string): string {
  const middle = RECOVERY_LENGTH / 2;
  return `${code.slice(0, middle)}-${code.slice(middle)}`;
}
