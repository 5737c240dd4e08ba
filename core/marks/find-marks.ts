import type { CleanPage } from "../page/clean-page.ts";
import { classifyGates } from "./classify-gates.ts";
import { decodeGates, decodeMask, decodePoints, type Grid } from "./decode-grid.ts";
import type { Detector } from "./detector.ts";
import { inkWindow } from "./ink-window.ts";
import { type GateMark, INK, type Marks } from "./marks.ts";

/** Longest side of the window that the detector sees, in model pixels: bounds its time. */
const LONG_SIDE = 1024;

/** Small drawings are not blown up beyond this. */
const LARGEST_SCALE = 1.3;

/** Gates of this many model pixels are what the detector was trained on most. */
const USUAL_GATE = 60;

/** A page whose median gate is outside of this range is looked at once more, at a better scale. */
const COMFORTABLE = { least: 34, most: 120 } as const;

const CANDIDATE_HEAT = 0.25;
const POINT_HEAT = 0.25;

/** A gate mark below this is no gate. */
const LEAST_CONFIDENCE = 0.4;

/** A gate with more than this share of its ink being text is a letter. */
const MOST_TEXT = 0.6;

const NOTHING: Pick<Marks, "gates" | "points" | "texts"> = { gates: [], points: [], texts: [] };

/**
 * What the detector sees on a clean page: gates with class and direction, points of evidence for the wires and the
 * class of every ink pixel. `texts` is left empty: `readTexts` fills it. A blank page gives no marks.
 */
export async function findMarks(page: CleanPage, { detector }: { detector: Detector }): Promise<Marks> {
  const first = inkWindow(page, { longSide: LONG_SIDE, largestScale: LARGEST_SCALE });
  if (first === null) return { ...NOTHING, mask: new Uint8Array(page.width * page.height) };
  let grid: Grid = { window: first, data: await detector.detect(first.ink, first) };
  let candidates = decodeGates(grid, CANDIDATE_HEAT);
  const size = medianSize(candidates.map(({ box }) => Math.max(box.width, box.height))) * first.scale;
  if (size > 0 && (size < COMFORTABLE.least || size > COMFORTABLE.most)) {
    const scale = first.scale * Math.max(0.3, Math.min(1.6, USUAL_GATE / size));
    const again = inkWindow(page, { longSide: LONG_SIDE * 1.4, largestScale: scale });
    if (again !== null && Math.abs(again.scale / first.scale - 1) > 0.15) {
      grid = { window: again, data: await detector.detect(again.ink, again) };
      candidates = decodeGates(grid, CANDIDATE_HEAT);
    }
  }
  const mask = decodeMask(grid, page);
  const gates = await classifyGates(page, { candidates, detector });
  return {
    gates: gates.filter((gate) => gate.confidence >= LEAST_CONFIDENCE && textShare(page, { gate, mask }) <= MOST_TEXT),
    points: decodePoints(grid, POINT_HEAT),
    texts: [],
    mask,
  };
}

function medianSize(sizes: number[]): number {
  sizes.sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 0;
}

/** Of the ink in a gate's box that is no wire, the share that is text. */
function textShare(page: CleanPage, { gate, mask }: { gate: GateMark; mask: Uint8Array }): number {
  const { box } = gate;
  const x0 = Math.max(0, Math.floor(box.x));
  const x1 = Math.min(page.width, Math.ceil(box.x + box.width));
  const y1 = Math.min(page.height, Math.ceil(box.y + box.height));
  let text = 0;
  let body = 0;
  for (let y = Math.max(0, Math.floor(box.y)); y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const kind = mask[y * page.width + x]!;
      if (kind === INK.text) text++;
      if (kind === INK.gate) body++;
    }
  }
  return text / Math.max(1, text + body);
}
