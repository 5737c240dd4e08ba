import { asSeen } from "../../basics/as-seen.ts";

/**
 * What two codes of the same course have in common: case, spacing and characters that show nothing make no other course.
 *
 * @example
 * courseKey(" cpe  101 ") === courseKey("CPE 101"); // true
 */
export function courseKey(code: string): string {
  return asSeen(code.normalize("NFKC")).toLowerCase();
}
