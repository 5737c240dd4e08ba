/** Ink from which a pixel joins a stroke. */
const STROKE = 48;
/** Ink that every stroke reaches somewhere; what stays below all along is show-through or a crease. */
const CORE = 110;
/** Pixels of the smallest mark that is kept: a junction dot or a dash has more. */
const SMALLEST = 10;

/**
 * `ink` (0 paper … 255) with only the strokes left: connected groups of pixels that are neither tiny nor faint all
 * along, each with the soft pixels at its rim.
 */
export function removeSpecks(ink: Uint8Array, { width, height }: { width: number; height: number }): Uint8Array {
  const out = new Uint8Array(ink.length);
  const seen = new Uint8Array(ink.length);
  const group = new Int32Array(ink.length);
  for (let start = 0; start < ink.length; start++) {
    if (seen[start] === 1 || (ink[start] as number) < STROKE) continue;
    let end = 1;
    let cores = 0;
    group[0] = start;
    seen[start] = 1;
    for (let n = 0; n < end; n++) {
      const at = group[n] as number;
      if ((ink[at] as number) >= CORE) cores++;
      const x = at % width;
      const y = (at - x) / width;
      const left = x > 0 ? -1 : 0;
      const right = x < width - 1 ? 1 : 0;
      for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy++) {
        for (let dx = left; dx <= right; dx++) {
          const next = at + dy * width + dx;
          if (seen[next] === 1 || (ink[next] as number) < STROKE) continue;
          seen[next] = 1;
          group[end++] = next;
        }
      }
    }
    if (end >= SMALLEST && cores * 8 >= end) copyGroup(ink, out, { group: group.subarray(0, end), width, height });
  }
  return out;
}

function copyGroup(
  ink: Uint8Array,
  out: Uint8Array,
  { group, width, height }: { group: Int32Array; width: number; height: number },
): void {
  for (const at of group) {
    const x = at % width;
    const y = (at - x) / width;
    const left = x > 0 ? -1 : 0;
    const right = x < width - 1 ? 1 : 0;
    for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy++) {
      for (let dx = left; dx <= right; dx++) {
        const next = at + dy * width + dx;
        out[next] = ink[next] as number;
      }
    }
  }
}
