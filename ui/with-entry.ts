/** The map with another value for a key; null: without it. */
export function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value | null): Map<Key, Value> {
  const others = [...map].filter(([each]) => each !== key);
  return new Map(value === null ? others : [...others, [key, value]]);
}
