/** Cells whose value is the largest of their 3 x 3 neighbourhood and whose probability reaches `threshold`. */
export function peaks(
  data: Float32Array,
  { offset, columns, rows, threshold }: { offset: number; columns: number; rows: number; threshold: number },
): number[] {
  const least = Math.log(threshold / (1 - threshold));
  const found: number[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const value = data[offset + y * columns + x]!;
      if (value < least) continue;
      let highest = true;
      for (let dy = -1; dy <= 1 && highest; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const u = x + dx;
          const v = y + dy;
          if (u < 0 || v < 0 || u >= columns || v >= rows || (dx === 0 && dy === 0)) continue;
          const other = data[offset + v * columns + u]!;
          // Of two equal neighbours the earlier one is the peak.
          if (other > value || (other === value && (dy < 0 || (dy === 0 && dx < 0)))) {
            highest = false;
            break;
          }
        }
      }
      if (highest) found.push(y * columns + x);
    }
  }
  return found;
}
