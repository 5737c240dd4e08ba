/**
 * A name for a file or folder that is valid on every file system, of at most 80 characters.
 *
 * @example
 * safeName("Quiz 1: half adder"); // "Quiz-1-half-adder"
 */
export function safeName(text: string): string {
  const safe = text
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+|-+$/g, "");
  return safe.slice(0, 80) || "untitled";
}
