import { connectedGroups } from "../ink/connected-groups.ts";
import { setPixels } from "../ink/set-pixels.ts";
import type { GreyLight } from "../light/paper-light.ts";
import type { Spot } from "./enclosing-quad.ts";

/** A connected group of bright cells: how many, and both ends of each of its rows (corners of cells). */
export interface BrightRegion {
  readonly area: number;
  readonly outline: readonly Spot[];
}

/** The largest connected group of cells that are at least `level` bright. */
export function brightRegion({ width, height, plane }: GreyLight, level: number): BrightRegion {
  // A dark column more keeps the end of a row apart from the next one.
  const padded = width + 1;
  const bright = new Uint8Array(padded * height);
  for (let i = 0; i < plane.length; i++) if (plane[i]! >= level) bright[i + Math.floor(i / width)] = 1;
  let largest = new Int32Array(0);
  for (const group of connectedGroups(setPixels(bright), { width: padded, size: bright.length, neighbours: 4 })) {
    if (group.length > largest.length) largest = group.slice();
  }
  return { area: largest.length, outline: rowEnds(largest, { width: padded, height }) };
}

function rowEnds(group: Int32Array, { width, height }: { width: number; height: number }): Spot[] {
  const left = new Int32Array(height).fill(width);
  const right = new Int32Array(height).fill(-1);
  for (const at of group) {
    const y = Math.floor(at / width);
    const x = at - y * width;
    if (x < left[y]!) left[y] = x;
    if (x > right[y]!) right[y] = x;
  }
  const ends: Spot[] = [];
  for (let y = 0; y < height; y++) {
    if (right[y]! < 0) continue;
    for (const row of [y, y + 1]) ends.push({ x: left[y]!, y: row }, { x: right[y]! + 1, y: row });
  }
  return ends;
}
