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
  const pixels = setPixels(open);
  const group = new Int32Array(pixels.length);
  for (const start of pixels) {
    if (open[start] === 0) continue;
    const end = collect(open, group, { start, width });
    if (end < options.minArea || end > options.maxArea) continue;
    blobs.push(measure(dark, group.subarray(0, end), width));
  }
  return blobs;
}

function collect(open: Uint8Array, group: Int32Array, { start, width }: { start: number; width: number }): number {
  let end = 1;
  group[0] = start;
  open[start] = 0;
  for (let n = 0; n < end; n++) {
    const at = group[n]!;
    for (let side = 0; side < 4; side++) {
      const next = side < 2 ? at - 1 + 2 * side : side === 2 ? at - width : at + width;
      if (open[next] === 0) continue;
      open[next] = 0;
      group[end++] = next;
    }
  }
  return end;
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
