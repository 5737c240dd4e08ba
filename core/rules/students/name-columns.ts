const WHOLE = ["name", "student name", "full name", "student"];
const PARTS = [
  ["first name", "given name"],
  ["last name", "family name", "surname"],
];

/** A heading as it is compared: without case, and with spaces for underscores and hyphens. */
export function plainHeading(heading: string): string {
  return heading.toLowerCase().replace(/[_-]/g, " ");
}

/**
 * Reads the name in a row of a list: from one column, or from the first and last names in two. Null without such
 * columns.
 *
 * @param headings as `plainHeading` gives them.
 * @example
 * nameReader(["last name", "first name"])?.(["Cruz", "Ana"]); // "Ana Cruz"
 */
export function nameReader(headings: readonly string[]): ((cells: readonly string[]) => string) | null {
  const find = (names: readonly string[]) => names.map((name) => headings.indexOf(name)).find((index) => index !== -1);
  const whole = find(WHOLE);
  const columns = (whole === undefined ? PARTS.map(find) : [whole]).filter((index) => index !== undefined);
  return columns.length === 0 ? null : (cells) => columns.flatMap((index) => cells[index] || []).join(" ");
}
