/**
 * Groups items by key, in their order. (`Map.groupBy` needs a newer Node than 20.)
 *
 * @example
 * groupBy([1, 2, 3], (n) => n % 2); // new Map([[1, [1, 3]], [0, [2]]])
 */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
