/** So many letters of a longer text are shown of its begin, where the points stand, and of its end, where people add. */
const SHOWN = 60;

/** A comment as a report shows it: the middle of a long one is left out. */
export function shortComment(text: string): string {
  const letters = [...text];
  if (letters.length <= 2 * SHOWN) return text;
  return `${letters.slice(0, SHOWN).join("")} … ${letters.slice(-SHOWN).join("")}`;
}
