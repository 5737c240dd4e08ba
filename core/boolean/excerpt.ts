/** Characters around a place; what is left out at an end is an ellipsis. */
export interface Excerpt {
  readonly text: string;
  /** Where the place is in `text`, in characters (code points). */
  readonly at: number;
}

/** Fits into a terminal's line, with a margin. */
const LONGEST = 60;

/**
 * At most 60 characters of `text` around `offset` (UTF-16 units), on one line: every other space is a blank.
 *
 * @example
 * excerptAround("A ^", 3); // { text: "A ^", at: 3 }
 * excerptAround("A | ".repeat(100), 200).text.length; // 62
 */
export function excerptAround(text: string, offset: number): Excerpt {
  const characters = [...text.replace(/[\s\p{Cc}]/gu, " ")];
  const place = [...text.slice(0, offset)].length;
  const start = Math.max(0, Math.min(place - LONGEST / 2, characters.length - LONGEST));
  const end = Math.min(characters.length, start + LONGEST);
  const before = start > 0 ? "…" : "";
  const after = end < characters.length ? "…" : "";
  return { text: `${before}${characters.slice(start, end).join("")}${after}`, at: place - start + before.length };
}
