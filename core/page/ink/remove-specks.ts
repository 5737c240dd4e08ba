import { connectedGroups } from "./connected-groups.ts";
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
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  for (const group of connectedGroups(strokes, { width, size: ink.length })) {
    let cores = 0;
    for (const at of group) if ((ink[at] as number) >= CORE) cores++;
    if (group.length < SMALLEST || cores * 8 < group.length) continue;
    for (const at of group) {
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
