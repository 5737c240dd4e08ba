import { groupBy } from "../basics/group-by.ts";
import { roundTo, sum } from "../basics/numbers.ts";
import { unionFind } from "../basics/union-find.ts";
import { LIMITS } from "../rules/limits.ts";
import { type DismissedPair, isDismissedIn } from "./dismissed-pairs.ts";
import type { Drawing, DrawnMark } from "./drawing.ts";
import { likeness } from "./likeness.ts";

/** Drawings that are too similar. */
export interface SimilarGroup {
  /** Their IDs, two or more, in the input order. */
  readonly ids: readonly string[];
  /** 0 … 1: the lowest likeness of two of them that were compared; 1 is the same drawing. */
  readonly score: number;
}

export interface SimilarSearch {
  readonly margin?: number;
  /** These make no group. */
  readonly dismissed?: readonly DismissedPair[];
}

/**
 * The groups of drawings that are similar within `margin`: each is similar to another one of its group, so that a chain
 * of copies is one group. Groups and IDs keep the order of `drawings`; drawings without predictions are in none.
 *
 * Only drawings with the same predictions by class are compared, and of those only neighbours: if each prediction has a
 * partner within `margin`, the means of x and y are also within `margin`. Drawings that are already in one group are
 * not compared, so that the time grows with their number and not with its square.
 *
 * @example
 * groupSimilar([{ id: "a", marks }, { id: "b", marks }, { id: "c", marks: others }]); // [{ ids: ["a", "b"], score: 1 }]
 */
export function groupSimilar(
  drawings: readonly Drawing[],
  { margin = LIMITS.similarityMargin, dismissed = [] }: SimilarSearch = {},
): SimilarGroup[] {
  const isDismissed = isDismissedIn(dismissed);
  const groups = unionFind(drawings.length);
  const scores = drawings.map(() => 1);
  const places = drawings.map(({ marks }) => placeOf(marks, margin));
  const cells = new Map<string, number[]>();
  drawings.forEach(({ marks }, index) => {
    if (marks.length === 0) return;
    const place = places[index]!;
    for (const near of neighbours(place)) {
      for (const other of cells.get(near) ?? []) {
        const [a, b] = [groups.find(other), groups.find(index)];
        if (a === b || !mayBeAlike(places[other]!, place, margin)) continue;
        const score = likeness(drawings[other]!.marks, marks, margin);
        if (score === null || isDismissed(drawings[other]!.id, drawings[index]!.id)) continue;
        groups.join(Math.max(a, b), Math.min(a, b));
        scores[Math.min(a, b)] = Math.min(scores[a]!, scores[b]!, score);
      }
    }
    const own = cellName(place.kinds, place.column, place.row);
    cells.set(own, [...(cells.get(own) ?? []), index]);
  });
  return [...groupBy(drawings, (_, index) => groups.find(index))]
    .filter(([, alike]) => alike.length > 1)
    .map(([leader, alike]) => ({ ids: alike.map(({ id }) => id), score: roundTo(scores[leader]!, 1000) }));
}

interface Place {
  /** The classes of the predictions, sorted. */
  readonly kinds: string;
  /** The cell of the predictions' mean. */
  readonly column: number;
  readonly row: number;
  /** All x, sorted, and all y, sorted. */
  readonly sorted: readonly [Float64Array, Float64Array];
}

function placeOf(marks: readonly DrawnMark[], margin: number): Place {
  const size = Math.max(margin, Number.EPSILON);
  const mean = (axis: "x" | "y") => sum(marks.map((mark) => mark[axis])) / marks.length;
  const sorted = (axis: "x" | "y") => Float64Array.from(marks, (mark) => mark[axis]).sort();
  const kinds = marks
    .map(({ className }) => className)
    .sort()
    .join(" ");
  return {
    kinds,
    column: Math.floor(mean("x") / size),
    row: Math.floor(mean("y") / size),
    sorted: [sorted("x"), sorted("y")],
  };
}

/** False if no partners can be found: in similar drawings the smallest x are within `margin`, the next ones … */
function mayBeAlike(a: Place, b: Place, margin: number): boolean {
  return a.sorted.every((values, axis) => {
    const others = b.sorted[axis]!;
    for (let k = 0; k < values.length; k++) if (Math.abs(values[k]! - others[k]!) > margin) return false;
    return true;
  });
}

function neighbours({ kinds, column, row }: Place): string[] {
  const around = [-1, 0, 1];
  return around.flatMap((dx) => around.map((dy) => cellName(kinds, column + dx, row + dy)));
}

function cellName(kinds: string, column: number, row: number): string {
  return `${column} ${row} ${kinds}`;
}
