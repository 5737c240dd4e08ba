/** Shorter words also occur inside good passwords. */
const SHORTEST = 6;

let words: Promise<ReadonlySet<string>> | undefined;

/** About 40,000 passwords from published leaks, in lower case; loaded at the first check. */
async function loadWords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((word) => word.length >= SHORTEST));
}

/**
 * Whether a password is one of those that attackers try first: on the list, ignoring case, also with special characters
 * around it.
 *
 * @example
 * await isCommonPassword("Password1!"); // true
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  words ??= loadWords();
  const known = await words;
  const word = password.toLowerCase();
  return known.has(word) || known.has(word.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, ""));
}
