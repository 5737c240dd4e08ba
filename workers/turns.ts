/** Remembers when each one last had a turn, so that the one who has waited longest comes next. */
export interface Turns<Key> {
  /** The number of the last turn, counted from 1; 0 for one that is not remembered. */
  lastOf(key: Key): number;
  /** Gives all of `keys` the next turn, and forgets those who are neither among them nor `waiting`. */
  take(keys: readonly Key[], waiting: Iterable<Key>): void;
}

export function createTurns<Key>(): Turns<Key> {
  const turns = new Map<Key, number>();
  let turn = 0;
  return {
    lastOf: (key) => turns.get(key) ?? 0,
    take(keys, waiting) {
      const known = new Set(waiting);
      for (const key of turns.keys()) if (!known.has(key)) turns.delete(key);
      turn++;
      for (const key of keys) turns.set(key, turn);
    },
  };
}
