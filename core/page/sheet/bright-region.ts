import type { GreyLight } from "../light/paper-light.ts";
import type { Spot } from "./enclosing-quad.ts";

/** A connected group of bright cells: how many, and both ends of each of its rows (corners of cells). */
export interface BrightRegion {
  readonly area: number;
  readonly outline: readonly Spot[];
}

/** The largest connected group of cells that are at least `level` bright. */
export function brightRegion({ width, height, plane }: GreyLight, level: number): BrightRegion {
  const open = new Uint8Array(plane.length);
  for (let i = 0; i < plane.length; i++) if (plane[i]! >= level) open[i] = 1;
  const group = new Int32Array(plane.length);
  let largest: Int32Array = new Int32Array(0);
  for (let start = 0; start < open.length; start++) {
    if (open[start] === 0) continue;
    let end = 1;
    group[0] = start;
    open[start] = 0;
    for (let n = 0; n < end; n++) {
      const at = group[n]!;
      const x = at % width;
      if (x > 0 && open[at - 1] === 1) end = take(at - 1, end);
      if (x < width - 1 && open[at + 1] === 1) end = take(at + 1, end);
      if (at >= width && open[at - width] === 1) end = take(at - width, end);
      if (at < plane.length - width && open[at + width] === 1) end = take(at + width, end);
    }
    if (end > largest.length) largest = group.slice(0, end);
  }
  function take(at: number, end: number): number {
    open[at] = 0;
    group[end] = at;
    return end + 1;
  }
  return { area: largest.length, outline: rowEnds(largest, { width, height }) };
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
