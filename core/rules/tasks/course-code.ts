/**
 * What two codes of the same course have in common: case and spacing make no other course.
 *
 * @example
 * courseKey(" cpe  101 ") === courseKey("CPE 101"); // true
 */
export function courseKey(code: string): string {
  return code.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}
