/**
 * A value of JSON with the fields of its objects sorted by name, as pairs: equal ones have equal text.
 *
 * @example
 * JSON.stringify(sortedFields({ b: [1], a: { d: undefined, c: 2 } })); // '[["a",[["c",2]]],["b",[1]]]'
 */
export function sortedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedFields);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sortedFields(field)]);
}
