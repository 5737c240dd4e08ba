import type { Grades } from "../../../../server/contract/results/grades.ts";

/** The points of a bar: '3', or '10–14'. */
export function rangeText({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? String(from) : `${from}–${to}`;
}

/** The hardest items with their share of the points: 'Hardest: item 3 (41 %), item 1 (56 %).'; null if there are none. */
export function hardestText({ hardest, items }: Pick<Grades, "hardest" | "items">): string | null {
  const words = hardest.map((number) => {
    const { spread, maximum } = items.find(({ item }) => item === number)!;
    return `item ${number} (${Math.round((100 * (spread?.mean ?? 0)) / maximum)} %)`;
  });
  return words.length === 0 ? null : `Hardest: ${words.join(", ")}.`;
}
