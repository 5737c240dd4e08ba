/** A value as the text that goes to stdout or into a file: two spaces a level, a line's end at its end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * The value with the names of its fields, at any depth, as the command's contracts write them.
 *
 * @example
 * snakeKeys({ unmatchedRows: [{ row: 2 }] }); // { unmatched_rows: [{ row: 2 }] }
 */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [snakeName(name), snakeKeys(field)]));
}

function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
