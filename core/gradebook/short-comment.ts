/**
 * How many characters of a longer text are shown from its beginning, with the points, and from its end, where people
 * add text.
 */
const SHOWN = 60;

/** A comment for a report: the middle of a long one is left out. */
export function shortComment(text: string): string {
  const letters = [...text];
  if (letters.length <= 2 * SHOWN) return text;
  return `${letters.slice(0, SHOWN).join("")} … ${letters.slice(-SHOWN).join("")}`;
}
