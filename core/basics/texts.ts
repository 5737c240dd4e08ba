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
 * A number of things in words.
 *
 * @example
 * count(2, "page"); // "2 pages"
 */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
