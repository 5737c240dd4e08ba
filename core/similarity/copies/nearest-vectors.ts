/** Finds the vectors nearest to one of them. */
export interface VectorIndex {
  /**
   * Up to `count` indexes of other vectors no farther than `within` from that of `index`, or from `wanted` instead, the
   * nearest first.
   */
  nearest(index: number, limits: { count: number; within: number; wanted?: Float64Array }): readonly number[];
}

interface Split {
  readonly axis: number;
  readonly at: number;
  readonly low: Tree;
  readonly high: Tree;
}
type Tree = Split | readonly number[];

const LEAF = 12;

/**
 * A k-d tree (Bentley, Communications of the ACM 18, 1975) over vectors of one length, split where they spread most. A
 * search with a small radius visits few of them, so that all searches together take little more than linear time.
 */
export function indexVectors(vectors: readonly Float64Array[]): VectorIndex {
  const tree = grow(vectors, [...vectors.keys()]);

  function nearest(
    index: number,
    { count, within, wanted = vectors[index]! }: Parameters<VectorIndex["nearest"]>[1],
  ): readonly number[] {
    const found: { index: number; square: number }[] = [];
    let reach = within * within;

    function visit(node: Tree): void {
      if (!("axis" in node)) {
        for (const other of node) {
          if (other === index) continue;
          const square = squareDistance(wanted, vectors[other]!, reach);
          if (square > reach) continue;
          const place = found.findLastIndex((one) => one.square <= square);
          found.splice(place + 1, 0, { index: other, square });
          if (found.length > count) found.pop();
          if (found.length === count) reach = Math.min(reach, found.at(-1)!.square);
        }
        return;
      }
      const over = wanted[node.axis]! - node.at;
      visit(over < 0 ? node.low : node.high);
      if (over * over <= reach) visit(over < 0 ? node.high : node.low);
    }

    visit(tree);
    return found.map((one) => one.index);
  }

  return { nearest };
}

function grow(vectors: readonly Float64Array[], members: number[]): Tree {
  if (members.length <= LEAF) return members;
  const axis = widestAxis(vectors, members);
  members.sort((a, b) => vectors[a]![axis]! - vectors[b]![axis]!);
  const middle = members.length >> 1;
  const at = vectors[members[middle]!]![axis]!;
  if (vectors[members[0]!]![axis] === vectors[members.at(-1)!]![axis]) return members;
  return { axis, at, low: grow(vectors, members.slice(0, middle)), high: grow(vectors, members.slice(middle)) };
}

function widestAxis(vectors: readonly Float64Array[], members: readonly number[]): number {
  let best = 0;
  let widest = -1;
  for (let axis = 0; axis < vectors[members[0]!]!.length; axis++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const member of members) {
      const value = vectors[member]![axis]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > widest) [widest, best] = [high - low, axis];
  }
  return best;
}

/** The square of the distance, or anything above `limit` as soon as it is exceeded. */
function squareDistance(a: Float64Array, b: Float64Array, limit: number): number {
  let sum = 0;
  for (let k = 0; k < a.length && sum <= limit; k++) {
    const difference = a[k]! - b[k]!;
    sum += difference * difference;
  }
  return sum;
}
