import type { PagePoint } from "../geometry/coordinates.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { sampleInk } from "./sample-ink.ts";

/** A turned rectangle of the page that becomes a crop: a network always sees gates pointing right. */
export interface CropFrame {
  /** Its middle, in page pixels from the page's corner. */
  readonly middle: PagePoint;
  /** Quarter turns clockwise: where the crop's right is on the page (0 right, 1 down, 2 left, 3 up). */
  readonly quarter: number;
  /** Page pixels a crop pixel. */
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
}

/** Writes the ink in `frame` into `out` (rows x columns, 0 … 1); larger steps average what they pass over. */
export function cutCrop(page: CleanPage, frame: CropFrame, out: Float32Array): void {
  const { columns, rows, middle, step } = frame;
  const n = Math.max(1, Math.round(step));
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][frame.quarter] as [number, number];
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
export function toPage({ middle, quarter, step, columns, rows }: CropFrame, { x, y }: { x: number; y: number }) {
  const right = (x - columns / 2) * step;
  const down = (y - rows / 2) * step;
  switch (quarter) {
    case 1:
      return { x: middle.x - down, y: middle.y + right };
    case 2:
      return { x: middle.x - right, y: middle.y - down };
    case 3:
      return { x: middle.x + down, y: middle.y - right };
    default:
      return { x: middle.x + right, y: middle.y + down };
  }
}

/** From the page to a place in the crop. */
export function toCrop({ middle, quarter, step, columns, rows }: CropFrame, at: PagePoint): { x: number; y: number } {
  const x = (at.x - middle.x) / step;
  const y = (at.y - middle.y) / step;
  const [right, down] = [
    [x, y],
    [y, -x],
    [-x, -y],
    [-y, x],
  ][quarter]!;
  return { x: right! + columns / 2, y: down! + rows / 2 };
}
