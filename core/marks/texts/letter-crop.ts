import type { PageBox } from "../../geometry/coordinates.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { sampleInk } from "../../page/sample-ink.ts";
import { DETECTOR_INK } from "../detector/ink-window.ts";
import { LETTER_SIDE } from "./letter-classes.ts";
import { around } from "./text-boxes.ts";
import type { TextPart } from "./text-parts.ts";

/** Paper around a text in its crop, on its longer side, in the crop's pixels. */
const EDGE = 3;

/** Writes one character into `out` (32 x 32, ink 0 … 1): only the ink of its parts. */
export function cutLetter(
  page: CleanPage,
  { parts, labels, out }: { parts: readonly TextPart[]; labels: Int32Array; out: Float32Array },
): void {
  const own = new Set(parts.flatMap((part) => part.labels));
  const isOwn = (at: number) => labels[at] !== 0 && own.has(labels[at]!);
  cutText(page, { box: around(parts.map((part) => part.box)), isOwn, rows: LETTER_SIDE, columns: LETTER_SIDE, out });
}

/** The ink of a text. */
interface OwnInk {
  readonly box: PageBox;
  /** Whether a pixel of the box is the text's. */
  readonly isOwn: (at: number) => boolean;
}

/**
 * Writes a text into `out` (rows x columns, ink 0 … 1): only its own ink, centred, as large as it can be with 3 pixels
 * around it. Like `crop_of` in models/training/letter_crops.py.
 */
export function cutText(
  page: CleanPage,
  { box, isOwn, rows, columns, out }: OwnInk & { rows: number; columns: number; out: Float32Array },
): void {
  const ink = isolate(page, { box, isOwn });
  const step = Math.max(box.width / (columns - 2 * EDGE), box.height / (rows - 2 * EDGE));
  const n = Math.max(1, Math.round(step));
  const left = MARGIN + box.width / 2 - (columns / 2) * step;
  const top = MARGIN + box.height / 2 - (rows / 2) * step;
  for (let v = 0; v < rows; v++) {
    for (let u = 0; u < columns; u++) {
      let sum = 0;
      for (let a = 0; a < n; a++) {
        for (let b = 0; b < n; b++) {
          sum += sampleInk(ink, left + (u + (b + 0.5) / n) * step - 0.5, top + (v + (a + 0.5) / n) * step - 0.5);
        }
      }
      out[v * columns + u] = sum / (n * n * 255);
    }
  }
}

interface Patch {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
}

/** Paper around a patch in pixels: the soft edge of the ink, and one more for the interpolation. */
const MARGIN = 2;

/** The text's own ink, with the soft edge next to it. */
function isolate(page: CleanPage, { box, isOwn: isOwnAt }: OwnInk): Patch {
  const width = box.width + 2 * MARGIN;
  const height = box.height + 2 * MARGIN;
  const isOwn = new Uint8Array(width * height);
  for (let v = 0; v < box.height; v++) {
    const from = (box.y + v) * page.width + box.x;
    const to = (v + MARGIN) * width + MARGIN;
    for (let u = 0; u < box.width; u++) if (isOwnAt(from + u)) isOwn[to + u] = 1;
  }
  const ink = new Uint8Array(width * height);
  for (let v = 1; v < height - 1; v++) {
    const y = box.y + v - MARGIN;
    if (y < 0 || y >= page.height) continue;
    for (let u = 1; u < width - 1; u++) {
      const x = box.x + u - MARGIN;
      if (x < 0 || x >= page.width) continue;
      const value = page.ink[y * page.width + x]!;
      if (value === 0) continue;
      const at = v * width + u;
      if (isOwn[at] === 1 || (value < DETECTOR_INK && touches(isOwn, { at, width }))) ink[at] = value;
    }
  }
  return { width, height, ink };
}

function touches(isOwn: Uint8Array, { at, width }: { at: number; width: number }): boolean {
  const [above, below] = [at - width, at + width];
  return [at - 1, at + 1, above - 1, above, above + 1, below - 1, below, below + 1].some((next) => isOwn[next] === 1);
}
