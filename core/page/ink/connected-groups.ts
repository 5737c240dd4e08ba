import type { PageBox } from "../../geometry/coordinates.ts";
import { setPixels } from "./set-pixels.ts";

/** A connected group of pixels, as their indices, and the box around it. */
export interface StrokeGroup {
  readonly pixels: Int32Array;
  readonly box: PageBox;
}

/** The groups of all pixels of a page's `ink` that are not paper. */
export function strokeGroups(ink: Uint8Array, { width }: { width: number }): StrokeGroup[] {
  return Array.from(connectedGroups(setPixels(ink), { width, size: ink.length }), (group) => ({
    pixels: group.slice(),
    box: boxOfPixels(group, width),
  }));
}

/**
 * The groups of connected pixels, each of which has eight neighbours, or only the four that it shares an edge with; a
 * row's last pixel is next to the first one of the row below. A group is valid until the next one.
 *
 * @param pixels indices in a picture that is `width` pixels wide and has `size` pixels.
 */
export function* connectedGroups(
  pixels: Int32Array,
  { width, size, neighbours = 8 }: { width: number; size: number; neighbours?: 4 | 8 },
): Generator<Int32Array> {
  const open = new Uint8Array(size);
  for (const at of pixels) open[at] = 1;
  const group = new Int32Array(pixels.length);
  const edges = [-1, 1, -width, width];
  const around = neighbours === 4 ? edges : [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  for (const start of pixels) {
    if (open[start] === 0) continue;
    let end = 1;
    group[0] = start;
    open[start] = 0;
    for (let n = 0; n < end; n++) {
      const at = group[n] as number;
      for (let k = 0; k < neighbours; k++) {
        const next = at + (around[k] as number);
        if (open[next] !== 1) continue;
        open[next] = 0;
        group[end++] = next;
      }
    }
    yield group.subarray(0, end);
  }
}

/** The box around pixels, given by their indices in a page that is `width` pixels wide. */
export function boxOfPixels(pixels: Int32Array | readonly number[], width: number): PageBox {
  let [left, right] = [width, 0];
  let [top, bottom] = [Number.POSITIVE_INFINITY, 0];
  for (const at of pixels) {
    const y = Math.floor(at / width);
    const x = at - y * width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
