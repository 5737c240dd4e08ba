import type { CleanPage } from "../../page/clean-page.ts";
import { boxOfPixels } from "../../page/ink/connected-groups.ts";
import { around } from "./text-boxes.ts";
import type { TextPart } from "./text-parts.ts";

/** Where touching characters may meet, as shares of the width of their ink. */
const MIDDLE = { from: 0.2, to: 0.85 } as const;

/** Narrower ink, in its heights, is one character. */
const NARROWEST = 0.7;

/** Characters touch where a column has the ink of one or two strokes: more is the inside of a letter. */
const MOST_INK = 2.4;

/** Cuts of one atom are at least this far apart, in its widths. */
const APART = 0.2;

const MOST_CUTS = 2;

/**
 * The pieces, from left to right, that an atom falls into if it is cut where its ink is thinnest, as D3 with a 3 that touches
 * the D: at most three. Only the atom itself where it is nowhere thin.
 */
export function cutAtom(
  page: Pick<CleanPage, "width">,
  { parts, labels }: { readonly parts: readonly TextPart[]; readonly labels: Int32Array },
): (readonly TextPart[])[] {
  const box = around(parts.map((part) => part.box));
  if (box.width < NARROWEST * box.height) return [parts];
  const own = new Set(parts.flatMap((part) => part.labels));
  const isInk = (x: number, y: number) => own.has(labels[y * page.width + x]!);
  const columns = new Array<number>(box.width).fill(0);
  const runs: number[] = [];
  for (let v = 0; v < box.height; v++) {
    let run = 0;
    for (let u = 0; u <= box.width; u++) {
      if (u < box.width && isInk(box.x + u, box.y + v)) {
        columns[u]!++;
        run++;
      } else if (run > 0) {
        runs.push(run);
        run = 0;
      }
    }
  }
  const pen = runs.sort((a, b) => a - b)[runs.length >> 1] ?? 1;
  const places = columns
    .map((ink, at) => ({ ink, at }))
    .slice(Math.ceil(MIDDLE.from * box.width), Math.floor(MIDDLE.to * box.width))
    .filter(({ ink }) => ink <= MOST_INK * pen)
    .sort((a, b) => a.ink - b.ink);
  const cuts: number[] = [];
  for (const { at } of places) {
    if (cuts.length < MOST_CUTS && cuts.every((cut) => Math.abs(cut - at) >= APART * box.width)) cuts.push(at);
  }
  const edges = [0, ...cuts.sort((a, b) => a - b), box.width];
  const pieces = edges.slice(1).map((to, k) => {
    const from = edges[k]!;
    return parts.flatMap((part) => clipped(part, { from: box.x + from, to: box.x + to, labels, width: page.width }));
  });
  return pieces.length > 1 && pieces.every((piece) => piece.length > 0) ? pieces : [parts];
}

/** The part's ink in the columns `from` to before `to`; none if there is no ink. */
function clipped(
  part: TextPart,
  { from, to, labels, width }: { from: number; to: number; labels: Int32Array; width: number },
): TextPart[] {
  const own = new Set(part.labels);
  const pixels: number[] = [];
  for (let y = part.box.y; y < part.box.y + part.box.height; y++) {
    for (let x = Math.max(from, part.box.x); x < Math.min(to, part.box.x + part.box.width); x++) {
      if (own.has(labels[y * width + x]!)) pixels.push(y * width + x);
    }
  }
  return pixels.length === 0 ? [] : [{ ...part, box: boxOfPixels(pixels, width) }];
}
