/** A value as JSON text for stdout or a file: two spaces per level, with a line end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * The value with its field names, at any depth, in the form of the command's contracts.
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
