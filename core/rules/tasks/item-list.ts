/**
 * Item numbers in a sentence, in order, each once.
 *
 * @example
 * itemList([3, 1, 2]); // "items 1, 2 and 3"
 * itemList([2]); // "item 2"
 */
export function itemList(numbers: readonly number[]): string {
  const items = [...new Set(numbers)].sort((a, b) => a - b);
  return items.length > 1 ? `items ${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : `item ${items[0]}`;
}

/** The label of item number `item`: "Item 1". */
export function itemLabel(item: number): string {
  return `Item ${item}`;
}
