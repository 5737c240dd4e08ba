import { setPixels } from "./set-pixels.ts";

/** The darkest pixel within this many pixels of a place says how dark the stroke there is. */
const REACH = 3;
/** Ink that any drawn stroke reaches; what stays paler shows through from the back or is a crease. */
const PALEST_PEN = 64;
/** What the darkest pixel of a pale stroke becomes. */
const PEN = 200;

/** The factor for each ink value of a stroke's darkest pixel. */
const WORTH = Uint8Array.from({ length: 256 }, (_, peak) =>
  peak >= PALEST_PEN ? Math.max(peak, PEN) : PEN * (peak / PALEST_PEN) ** 2,
);

/** The places within REACH, the nearest first, because full ink is usually near. */
const AROUND = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, k) => ({
  dx: (k % (2 * REACH + 1)) - REACH,
  dy: Math.floor(k / (2 * REACH + 1)) - REACH,
})).sort((a, b) => Math.hypot(a.dx, a.dy) - Math.hypot(b.dx, b.dy));

/**
 * `ink` (0 paper … 255) with every stroke as dark as if one pen had drawn all of them: strokes of a pale pencil or a
 * coloured pen, and those in glare, become nearly full ink where they are darkest. What is paler than any pen becomes
 * even paler. The outermost rows and columns stay as they are.
 */
export function evenStrokes(ink: Uint8Array, { width, height }: { width: number; height: number }): Uint8Array {
  const out = ink.slice();
  const around = AROUND.map(({ dx, dy }) => dy * width + dx);
  for (const at of setPixels(ink)) {
    const own = ink[at]!;
    if (own === 255) continue;
    const x = at % width;
    if (x < REACH || x >= width - REACH || at < REACH * width || at >= (height - REACH) * width) continue;
    let peak = own;
    for (let k = 1; k < around.length && peak < 255; k++) {
      const value = ink[at + around[k]!]!;
      if (value > peak) peak = value;
    }
    out[at] = (own * WORTH[peak]!) / peak;
  }
  return out;
}
