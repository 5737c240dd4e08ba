import { sum } from "../basics/numbers.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import { type Direction, INK, type Marks } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";

/**
 * How much a gate's drawn shape narrows towards each side, -1 … 1: a gate is wide at its back and narrow at its tip, so
 * its direction has the highest value. Computed from the gate ink in its box: the average width across the back half
 * minus that of the front half.
 */
export function taper(page: CleanPage, marks: Marks, { box }: { box: PageBox }): Record<Direction, number> {
  const left = Math.max(0, Math.floor(box.x));
  const top = Math.max(0, Math.floor(box.y));
  const right = Math.min(page.width - 1, Math.ceil(box.x + box.width));
  const bottom = Math.min(page.height - 1, Math.ceil(box.y + box.height));
  const columns = spans(right - left + 1);
  const rows = spans(bottom - top + 1);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      if (marks.mask[y * page.width + x] !== INK.gate) continue;
      widen(columns[x - left]!, y);
      widen(rows[y - top]!, x);
    }
  }
  const across = imbalance(columns) / Math.max(1, box.height);
  const down = imbalance(rows) / Math.max(1, box.width);
  return { right: across, left: -across, down, up: -down };
}

interface Span {
  least: number;
  most: number;
}

function spans(count: number): Span[] {
  return Array.from({ length: Math.max(0, count) }, () => ({
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
  }));
}

function widen(span: Span, at: number): void {
  span.least = Math.min(span.least, at);
  span.most = Math.max(span.most, at);
}

function imbalance(all: readonly Span[]): number {
  const lengths = all.map(({ least, most }) => Math.max(0, most - least));
  const half = lengths.length >> 1;
  const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length);
  return mean(lengths.slice(0, half)) - mean(lengths.slice(half));
}
