/**
 * A text for comparisons, as people see it: spacing is one blank, and characters that show nothing (Unicode's
 * Default_Ignorable_Code_Point), as programs leave them in what is copied, are left out.
 *
 * @example
 * asSeen(" CPE\u200b  101 "); // "CPE 101"
 */
export function asSeen(text: string): string {
  return text
    .replace(/\p{DI}+/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}
