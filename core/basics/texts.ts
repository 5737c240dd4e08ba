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
