import type { CleanPage } from "../page/clean-page.ts";
import { INK_THRESHOLD } from "./ink-window.ts";
import { LETTER_INNER, LETTER_SIDE } from "./letter-classes.ts";
import { around } from "./text-boxes.ts";
import type { TextPart } from "./text-parts.ts";

/**
 * Writes one character into `out` (32 x 32, ink 0 … 1): its parts' ink alone, their box's longer side 26 pixels, in
 * the middle. As `crop_of` in models/training/letter_crops.py.
 */
export function cutLetter(
  page: CleanPage,
  { parts, labels, out }: { parts: readonly TextPart[]; labels: Int32Array; out: Float32Array },
): void {
  const box = around(parts.map((part) => part.box));
  const ink = isolate(page, { box, labels, own: new Set(parts.flatMap((part) => part.labels)) });
  const step = Math.max(box.width, box.height) / LETTER_INNER;
  const n = Math.max(1, Math.round(step));
  const left = 1 + box.width / 2 - (LETTER_SIDE / 2) * step;
  const top = 1 + box.height / 2 - (LETTER_SIDE / 2) * step;
  for (let v = 0; v < LETTER_SIDE; v++) {
    for (let u = 0; u < LETTER_SIDE; u++) {
      let sum = 0;
      for (let a = 0; a < n; a++) {
        for (let b = 0; b < n; b++) {
          sum += sample(ink, left + (u + (b + 0.5) / n) * step - 0.5, top + (v + (a + 0.5) / n) * step - 0.5);
        }
      }
      out[v * LETTER_SIDE + u] = sum / (n * n * 255);
    }
  }
}

interface Patch {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
}

/** The ink of `own` labels in `box` with a margin of one pixel, with the soft edge beside it. */
function isolate(
  page: CleanPage,
  {
    box,
    labels,
    own,
  }: { box: { x: number; y: number; width: number; height: number }; labels: Int32Array; own: Set<number> },
): Patch {
  const width = box.width + 2;
  const height = box.height + 2;
  const ink = new Uint8Array(width * height);
  const isOwn = (x: number, y: number) =>
    x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height && own.has(labels[y * page.width + x]!);
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      const x = box.x + u - 1;
      const y = box.y + v - 1;
      if (x < 0 || y < 0 || x >= page.width || y >= page.height) continue;
      const value = page.ink[y * page.width + x]!;
      if (value === 0) continue;
      const edge =
        value < INK_THRESHOLD &&
        (isOwn(x - 1, y) ||
          isOwn(x + 1, y) ||
          isOwn(x, y - 1) ||
          isOwn(x, y + 1) ||
          isOwn(x - 1, y - 1) ||
          isOwn(x + 1, y - 1) ||
          isOwn(x - 1, y + 1) ||
          isOwn(x + 1, y + 1));
      if (edge || isOwn(x, y)) ink[v * width + u] = value;
    }
  }
  return { width, height, ink };
}

/** Linear interpolation, pixel centres at whole numbers; paper outside. */
function sample({ width, height, ink }: Patch, x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  if (x0 < -1 || y0 < -1 || x0 >= width || y0 >= height) return 0;
  const at = (u: number, v: number) => (u < 0 || v < 0 || u >= width || v >= height ? 0 : ink[v * width + u]!);
  const fx = x - x0;
  const fy = y - y0;
  const above = at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx;
  const below = at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx;
  return above * (1 - fy) + below * fy;
}
