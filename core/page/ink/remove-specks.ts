import { setPixels } from "./set-pixels.ts";

/** Ink from which a pixel joins a stroke. */
const STROKE = 48;
/** Ink that every stroke reaches somewhere; what stays below everywhere shows through or is a crease. */
const CORE = 110;
/** Pixels of the smallest mark that is kept: a junction dot or a dash has more. */
const SMALLEST = 10;

/**
 * `ink` (0 paper … 255) with only the strokes left: connected groups of pixels that are neither tiny nor faint
 * throughout, each with the soft pixels at its edge. The outermost rows and columns count as paper.
 */
export function removeSpecks(ink: Uint8Array, { width, height }: { width: number; height: number }): Uint8Array {
  const out = new Uint8Array(ink.length);
  const strokes = strokePixels(ink, { width, height });
  const open = new Uint8Array(ink.length);
  for (const at of strokes) open[at] = 1;
  const group = new Int32Array(strokes.length);
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  for (const start of strokes) {
    if (open[start] === 0) continue;
    let end = 1;
    let cores = 0;
    group[0] = start;
    open[start] = 0;
    for (let n = 0; n < end; n++) {
      const at = group[n] as number;
      if ((ink[at] as number) >= CORE) cores++;
      for (let k = 0; k < 8; k++) {
        const next = at + (around[k] as number);
        if (open[next] === 0) continue;
        open[next] = 0;
        group[end++] = next;
      }
    }
    if (end < SMALLEST || cores * 8 < end) continue;
    for (let n = 0; n < end; n++) {
      const at = group[n] as number;
      out[at] = ink[at] as number;
      for (let k = 0; k < 8; k++) {
        const next = at + (around[k] as number);
        out[next] = ink[next] as number;
      }
    }
  }
  return out;
}

/** The stroke pixels that have all eight neighbours. */
function strokePixels(ink: Uint8Array, { width, height }: { width: number; height: number }): Int32Array {
  return setPixels(ink).filter((at) => {
    if (ink[at]! < STROKE || at < width || at >= (height - 1) * width) return false;
    const x = at % width;
    return x > 0 && x < width - 1;
  });
}
