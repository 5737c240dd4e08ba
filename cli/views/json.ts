/** A value as the text that goes to stdout or into a file: two spaces a level, a line's end at its end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
