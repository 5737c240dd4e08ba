import { lazily } from "../../basics/lazily.ts";

/** Shorter words also occur inside good passwords. */
const SHORTEST = 6;

/** About 40,000 passwords from published leaks, in lower case; loaded at the first check. */
const knownWords = lazily(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((word) => word.length >= SHORTEST));
});

/**
 * Whether a password is one of those that attackers try first: on the list, ignoring case, also with special characters
 * around it.
 *
 * @example
 * await isCommonPassword("Password1!"); // true
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const known = await knownWords();
  const word = password.toLowerCase();
  return known.has(word) || known.has(word.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, ""));
}
