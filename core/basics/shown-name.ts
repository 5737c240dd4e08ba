/**
 * A name from outside, such as a file's, for a message: on one line, and a long one without its middle, as what tells
 * names apart is at both ends.
 *
 * @example
 * shownName(`${"a".repeat(200)}.png`); // 40 times "a", "…", 15 times "a", ".png"
 */
export function shownName(name: string): string {
  const characters = [...oneLine(name)];
  if (characters.length > 60) characters.splice(40, characters.length - 59, "…");
  return characters.join("");
}

/** Embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX 9). */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text without the characters that turn the direction of what follows, also of what somebody else wrote behind it.
 * Arabic and Hebrew are read from the right without them.
 *
 * @example
 * withoutTurns("Well\u202e done"); // "Well done"
 */
export function withoutTurns(text: string): string {
  return text.replace(TURNS, "");
}

/** Line ends and other control characters, and those that turn the direction of what follows. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * A text for a field of one line: in a mail, no more lines follow it as if somebody else had written them.
 *
 * @example
 * oneLine(" Ana\r\nCruz "); // "Ana Cruz"
 */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, " ").trim();
}
