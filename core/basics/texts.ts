/**
 * A text escaped for HTML or XML, in elements and in quoted attributes.
 *
 * @example
 * escapeMarkup("A < B"); // "A &lt; B"
 */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/**
 * Compares texts by their code units: the same order on every machine, whatever its language.
 *
 * @example
 * ["b", "a", "B"].sort(compareTexts); // ["B", "a", "b"]
 */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A text with a capital at its start.
 *
 * @example
 * capital("input 1"); // "Input 1"
 */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A name with "a" or "an"; of XOR the letters are read one by one: an XOR.
 *
 * @example
 * withArticle("input"); // "an input"
 */
export function withArticle(name: string): string {
  return /^[AEIOXaeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

/**
 * A number of things in words.
 *
 * @example
 * count(2, "page"); // "2 pages"
 * count(2, "class", "classes"); // "2 classes"
 */
export function count(number: number, what: string, several: string = `${what}s`): string {
  return `${number} ${number === 1 ? what : several}`;
}

/** How many characters of a name from outside a message shows. */
const NAME_SHOWN = { start: 40, end: 19 } as const;

/**
 * A name from outside, such as a file's, for a message: on one line, and a long one without its middle, as what tells
 * names apart is at both ends.
 *
 * @example
 * shownName(`${"a".repeat(200)}.png`); // 40 times "a", "…", 15 times "a", ".png"
 */
export function shownName(name: string): string {
  const characters = [...oneLine(name)];
  const { start, end } = NAME_SHOWN;
  if (characters.length <= start + 1 + end) return characters.join("");
  return `${characters.slice(0, start).join("")}…${characters.slice(-end).join("")}`;
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
