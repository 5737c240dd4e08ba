import type { PagePoint } from "../../geometry/coordinates.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { sampleInk } from "../../page/sample-ink.ts";
import { DIRECTIONS, FORWARD } from "../marks.ts";

/** A turned rectangle of the page that becomes a crop: a network always sees gates pointing right. */
export interface CropFrame {
  /** Its middle, in page pixels from the page's corner. */
  readonly middle: PagePoint;
  /** Quarter turns clockwise: where the crop's right is on the page (0 right, 1 down, 2 left, 3 up). */
  readonly quarter: number;
  /** Page pixels per crop pixel. */
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
}

/** Writes the ink in `frame` into `out` (rows x columns, 0 … 1); if a step is larger than a pixel, it averages. */
export function cutCrop(page: CleanPage, frame: CropFrame, out: Float32Array): void {
  const { columns, rows, middle, step, quarter } = frame;
  const n = Math.max(1, Math.round(step));
  const { x: cos, y: sin } = FORWARD[DIRECTIONS[quarter]!];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let a = 0; a < n; a++) {
        const down = (row + (a + 0.5) / n - rows / 2) * step;
        for (let b = 0; b < n; b++) {
          const right = (column + (b + 0.5) / n - columns / 2) * step;
          const x = middle.x + cos * right - sin * down;
          const y = middle.y + sin * right + cos * down;
          sum += sampleInk(page, x - 0.5, y - 0.5);
        }
      }
      out[row * columns + column] = sum / (n * n * 255);
    }
  }
}

/** From a place in the crop (0 … columns, 0 … rows) to the page. */
export function cropToPage(frame: CropFrame, { x, y }: { x: number; y: number }): PagePoint {
  const { middle, step, columns, rows, quarter } = frame;
  const { x: cos, y: sin } = FORWARD[DIRECTIONS[quarter]!];
  const right = (x - columns / 2) * step;
  const down = (y - rows / 2) * step;
  return { x: middle.x + cos * right - sin * down, y: middle.y + sin * right + cos * down };
}

/** From the page to a place in the crop. */
export function toCrop(frame: CropFrame, at: PagePoint): { x: number; y: number } {
  const { middle, step, columns, rows, quarter } = frame;
  const { x: cos, y: sin } = FORWARD[DIRECTIONS[quarter]!];
  const x = (at.x - middle.x) / step;
  const y = (at.y - middle.y) / step;
  return { x: cos * x + sin * y + columns / 2, y: cos * y - sin * x + rows / 2 };
}
