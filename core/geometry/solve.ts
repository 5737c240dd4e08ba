/**
 * Gaussian elimination with row pivots; each row is n coefficients and the right side. Null if the system is singular.
 */
export function solve(rows: number[][]): number[] | null {
  const n = rows.length;
  const scale = Math.max(...rows.flat().map(Math.abs));
  for (let column = 0; column < n; column++) {
    let best = column;
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(at(rows, row, column)) > Math.abs(at(rows, best, column))) best = row;
    }
    if (Math.abs(at(rows, best, column)) < 1e-12 * scale) return null;
    [rows[column], rows[best]] = [rows[best] as number[], rows[column] as number[]];
    for (let row = 0; row < n; row++) {
      if (row === column) continue;
      const factor = at(rows, row, column) / at(rows, column, column);
      const target = rows[row] as number[];
      for (let k = column; k <= n; k++) target[k] = (target[k] as number) - factor * at(rows, column, k);
    }
  }
  return rows.map((row, i) => (row[n] as number) / (row[i] as number));
}

function at(rows: number[][], row: number, column: number): number {
  return (rows[row] as number[])[column] as number;
}
