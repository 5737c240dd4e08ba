import { unionFind } from "../../basics/union-find.ts";
import { type Bitmap, bitmap } from "./bitmap.ts";

/** Steps to the eight neighbours, clockwise from the one above. */
const STEPS: readonly (readonly [number, number])[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];

/**
 * For each of the 256 neighbourhoods (bit k: neighbour k of `STEPS` is set): may the pixel be removed in pass one or
 * two?
 */
const PASSES = [zhangSuenTable(0), zhangSuenTable(1)];

/** For each neighbourhood: is the pixel superfluous, needed neither as an end nor to connect its neighbours? */
const REDUNDANT = redundantTable();

/**
 * The skeleton of `shape`: lines one pixel wide that run in the middle of its strokes and are connected as they are. A
 * pixel of the skeleton has two neighbours, except at ends and branches. The outermost pixels of the picture count as
 * empty.
 *
 * Method: Zhang and Suen, "A fast parallel algorithm for thinning digital patterns", CACM 27 (1984); what it leaves two
 * pixels wide on slopes is thinned once more, pixel by pixel.
 *
 * @example
 * thin(thickLine).pixels.length < thickLine.pixels.length; // true
 */
export function thin(shape: Bitmap): Bitmap {
  const { width, height } = shape;
  const bits = shape.bits.slice();
  const all = shape.pixels.filter((at) => {
    const x = at % width;
    const isInside = x > 0 && x < width - 1 && at >= width && at < (height - 1) * width;
    if (!isInside) bits[at] = 0;
    return isInside;
  });
  // What is still set comes first in `active`, in reading order.
  const active = all.slice();
  const doomed = new Int32Array(active.length);
  let left = active.length;
  for (let changed = true; changed; ) {
    changed = false;
    for (const table of PASSES) {
      let count = 0;
      for (let k = 0; k < left; k++) {
        if (table[around(bits, active[k]!, width)] === 1) doomed[count++] = active[k]!;
      }
      if (count === 0) continue;
      changed = true;
      for (let k = 0; k < count; k++) bits[doomed[k]!] = 0;
      let kept = 0;
      for (let k = 0; k < left; k++) if (bits[active[k]!] === 1) active[kept++] = active[k]!;
      left = kept;
    }
  }
  for (const at of all) {
    if (bits[at] === 1 && REDUNDANT[around(bits, at, width)] === 1) bits[at] = 0;
  }
  return bitmap(width, bits);
}

/** Which neighbours of a pixel are set: bit k means neighbour k of `STEPS`. */
function around(bits: Uint8Array, at: number, width: number): number {
  const [above, below] = [at - width, at + width];
  return (
    bits[above]! |
    (bits[above + 1]! << 1) |
    (bits[at + 1]! << 2) |
    (bits[below + 1]! << 3) |
    (bits[below]! << 4) |
    (bits[below - 1]! << 5) |
    (bits[at - 1]! << 6) |
    (bits[above - 1]! << 7)
  );
}

function zhangSuenTable(pass: 0 | 1): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => {
    const p = (k: number) => (code >> k) & 1;
    const count = [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, k) => sum + p(k), 0);
    const rises = [0, 1, 2, 3, 4, 5, 6, 7].filter((k) => p(k) === 0 && p((k + 1) % 8) === 1).length;
    if (count < 2 || count > 6 || rises !== 1) return 0;
    const [up, right, down, left] = [p(0), p(2), p(4), p(6)];
    if (pass === 0) return up * right * down === 0 && right * down * left === 0 ? 1 : 0;
    return up * right * left === 0 && up * down * left === 0 ? 1 : 0;
  });
}

function redundantTable(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => {
    const set = [0, 1, 2, 3, 4, 5, 6, 7].filter((k) => (code >> k) & 1);
    if (set.length < 2) return 0;
    // Neighbours that are connected without the middle pixel.
    const groups = unionFind(8);
    for (const k of set) for (const other of set) if (areNext(STEPS[k]!, STEPS[other]!)) groups.join(k, other);
    // Odd neighbours are corners. If no straight neighbour is missing, the pixel fills a hole and must stay.
    const isInside = [0, 2, 4, 6].every((k) => set.includes(k));
    return new Set(set.map(groups.find)).size === 1 && !isInside ? 1 : 0;
  });
}

function areNext([x, y]: readonly [number, number], [u, v]: readonly [number, number]): boolean {
  return Math.max(Math.abs(x - u), Math.abs(y - v)) <= 1;
}
