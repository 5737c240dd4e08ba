/**
 * For each row of `costs` a column of its own, so that the costs of all pairs together are least (the Hungarian method
 * with potentials). There must be at least as many columns as rows.
 *
 * @example
 * cheapestPairs([[1, 2], [1, 5]]); // [1, 0]
 */
export function cheapestPairs(costs: readonly (readonly number[])[]): number[] {
  const columns = costs[0]?.length ?? 0;
  const rowLevel = new Float64Array(costs.length);
  const columnLevel = new Float64Array(columns);
  const rowOf = new Int32Array(columns).fill(-1);
  for (let start = 0; start < costs.length; start++) {
    // A shortest path from the new row over pairs that are loosened to a free column.
    const least = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(columns).fill(-1);
    const isReached = new Uint8Array(columns);
    let row = start;
    let reached = -1;
    do {
      let next = -1;
      for (let column = 0; column < columns; column++) {
        if (isReached[column]) continue;
        const over = costs[row]![column]! - rowLevel[row]! - columnLevel[column]!;
        if (over < least[column]!) {
          least[column] = over;
          before[column] = reached;
        }
        if (next === -1 || least[column]! < least[next]!) next = column;
      }
      const step = least[next]!;
      rowLevel[start]! += step;
      for (let column = 0; column < columns; column++) {
        if (isReached[column]) {
          rowLevel[rowOf[column]!]! += step;
          columnLevel[column]! -= step;
        } else least[column]! -= step;
      }
      isReached[next] = 1;
      reached = next;
      row = rowOf[next]!;
    } while (row !== -1);
    for (let column = reached; column !== -1; ) {
      const from = before[column]!;
      rowOf[column] = from === -1 ? start : rowOf[from]!;
      column = from;
    }
  }
  const columnOf = costs.map(() => -1);
  rowOf.forEach((row, column) => {
    if (row !== -1) columnOf[row] = column;
  });
  return columnOf;
}
