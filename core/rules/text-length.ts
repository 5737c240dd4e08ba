/**
 * The number of characters in `text`, as every limit counts them: Unicode code points, so an emoji is one. JSON Schema's
 * `maxLength` counts them too.
 *
 * @example
 * textLength("Lab 🔌"); // 5
 */
export function textLength(text: string): number {
  return [...text].length;
}

/** The first `most` characters of `text`. */
export function firstCharacters(text: string, most: number): string {
  return [...text].slice(0, most).join("");
}
