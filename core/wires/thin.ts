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

/** For each of the 256 neighbourhoods (bit k: neighbour k of `STEPS` is set): may the pixel go in pass one or two? */
const PASSES = [zhangSuenTable(0), zhangSuenTable(1)];

/** For each neighbourhood: is the pixel needed by nobody, neither as an end nor to hold its neighbours together? */
const REDUNDANT = redundantTable();

/**
 * The skeleton of `shape`: lines one pixel wide that run in the middle of its strokes and hang together as they do.
 * A pixel of the skeleton has two neighbours, except at ends and branches. The outermost pixels of the picture are
 * taken as empty.
 *
 * Method: Zhang and Suen, "A fast parallel algorithm for thinning digital patterns", CACM 27 (1984); what it leaves
 * two pixels wide on slopes is thinned once more, pixel by pixel.
 *
 * @example
 * thin(bitmap(5, filled)).bits // the middle row or less is left of a filled 3 x 3 square
 */
export function thin(shape: Bitmap): Bitmap {
  const { width, height } = shape;
  const bits = shape.bits.slice();
  let active: number[] = [];
  for (const at of shape.pixels) {
    const x = at % width;
    if (x === 0 || x === width - 1 || at < width || at >= (height - 1) * width) bits[at] = 0;
    else active.push(at);
  }
  const offsets = STEPS.map(([dx, dy]) => dy * width + dx);
  const around = (at: number) => {
    let code = 0;
    for (let k = 0; k < 8; k++) code |= bits[at + offsets[k]!]! << k;
    return code;
  };
  const all = active;
  let changed = true;
  while (changed) {
    changed = false;
    for (const table of PASSES) {
      const doomed = active.filter((at) => table[around(at)] === 1);
      for (const at of doomed) bits[at] = 0;
      if (doomed.length > 0) {
        changed = true;
        active = active.filter((at) => bits[at] === 1);
      }
    }
  }
  for (const at of all) {
    if (bits[at] === 1 && REDUNDANT[around(at)] === 1) bits[at] = 0;
  }
  return bitmap(width, bits);
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
    const groups = new Set(set.map((k) => groupOf(k, set)));
    // An odd neighbour is a corner; without a straight neighbour missing, the pixel fills a hole and must stay.
    const isInside = [0, 2, 4, 6].every((k) => set.includes(k));
    return groups.size === 1 && !isInside ? 1 : 0;
  });
}

/** The smallest member of the group of neighbours that hang together with `start` without the middle pixel. */
function groupOf(start: number, set: readonly number[]): number {
  const reached = new Set([start]);
  const queue = [start];
  for (let k = queue.pop(); k !== undefined; k = queue.pop()) {
    for (const other of set) {
      const [x, y] = STEPS[k]!;
      const [ox, oy] = STEPS[other]!;
      if (reached.has(other) || Math.max(Math.abs(x - ox), Math.abs(y - oy)) > 1) continue;
      reached.add(other);
      queue.push(other);
    }
  }
  return Math.min(...reached);
}
