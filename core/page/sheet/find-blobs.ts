import { connectedGroups } from "../ink/connected-groups.ts";
import { setPixels } from "../ink/set-pixels.ts";

/** A connected group of dark pixels; middle and moments are weighted by darkness. */
export interface Blob {
  readonly x: number;
  readonly y: number;
  /** Pixels. */
  readonly area: number;
  /**
   * Determinant of the second central moments divided by the area to the fourth: 1/144 for every filled parallelogram,
   * however it is turned, stretched or slanted, and more for anything with a hole or a tail.
   */
  readonly spread: number;
}

/** The groups of `minArea` to `maxArea` pixels of at least `threshold` that share edges. */
export function findBlobs(
  dark: Uint8Array,
  options: { width: number; height: number; threshold: number; minArea: number; maxArea: number },
): Blob[] {
  const { width, height, threshold } = options;
  const open = new Uint8Array(dark.length);
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++)
      if ((dark[i] as number) >= threshold) open[i] = 1;
  }
  const blobs: Blob[] = [];
  for (const group of connectedGroups(setPixels(open), { width, size: open.length, neighbours: 4 })) {
    if (group.length < options.minArea || group.length > options.maxArea) continue;
    blobs.push(measure(dark, group, width));
  }
  return blobs;
}

function measure(dark: Uint8Array, group: Int32Array, width: number): Blob {
  let mass = 0;
  let sumX = 0;
  let sumY = 0;
  for (const at of group) {
    const weight = dark[at] as number;
    mass += weight;
    sumX += weight * (at % width);
    sumY += weight * Math.floor(at / width);
  }
  const x = sumX / mass;
  const y = sumY / mass;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const at of group) {
    const dx = (at % width) - x;
    const dy = Math.floor(at / width) - y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const area = group.length;
  // A pixel is an area, not a point.
  xx += area / 12;
  yy += area / 12;
  return { x: x + 0.5, y: y + 0.5, area, spread: (xx * yy - xy * xy) / area ** 4 };
}
