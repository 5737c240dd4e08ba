/** A value as JSON text for stdout or a file: two spaces per level, with a line end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * The text of `jsonText` for an object, in parts: lists come element by element, so that a long one is never whole in
 * memory.
 */
export function* jsonParts(object: object): Generator<string, void, void> {
  const fields = Object.entries(object).filter(([, value]) => value !== undefined);
  for (const [index, [name, value]] of fields.entries()) {
    yield `${index === 0 ? "{" : ","}\n  ${JSON.stringify(name)}: `;
    if (Array.isArray(value) && value.length > 0) {
      for (const [k, element] of value.entries()) yield `${k === 0 ? "[" : ","}\n    ${indented(element, "    ")}`;
      yield "\n  ]";
    } else yield indented(value, "  ");
  }
  yield fields.length === 0 ? "{}\n" : "\n}\n";
}

function indented(value: unknown, spaces: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${spaces}`);
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
