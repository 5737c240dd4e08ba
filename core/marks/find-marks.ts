import { intersectionOverUnion } from "../geometry/boxes.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { pixelsIn } from "../page/ink/pixels-in.ts";
import { classifyGates } from "./classify-gates.ts";
import { decodeGates, decodeMask, decodePoints, type Grid, SAME_GATE, strongestOf } from "./detector/decode-grid.ts";
import type { Detector } from "./detector/detector.ts";
import { type InkWindow, inkWindow } from "./detector/ink-window.ts";
import { findCircles } from "./find-circles.ts";
import { gateSize, longerSide } from "./gate-size.ts";
import { type GateMark, INK, type Marks } from "./marks.ts";

/** Longest side of the detector's window in model pixels, which limits its time. A glance has half of it. */
const LONG_SIDE = 1024;

/** Small drawings are enlarged at most by this factor. */
const LARGEST_SCALE = 1.3;

/** The detector was mostly trained on gates of this many model pixels. */
const USUAL_GATE = 60;

/** If the usual gate would be larger than this in model pixels, a smaller scale is enough. */
const LARGEST_GATE = 80;

/** The size of gates is measured on those that a glance is this sure of. */
const SIZE_HEAT = 0.3;

/** A page whose median gate is outside this range is looked at again, at a better scale. */
const COMFORTABLE = { least: 34, most: 120 } as const;

/**
 * Gates of one page differ in size: a glance sees those better whose longer side is more than this many model pixels.
 */
const LARGE_GATE = 110;

const CANDIDATE_HEAT = 0.12;

/** A gate that the close look is this sure of needs no second one. */
const CLEAR_HEAT = 0.5;

/** The second look at the gates' input sides decides on weak inversion circles. */
const POINT_HEAT = { bubble: 0.05, junction: 0.25, crossing: 0.25, end: 0.25 } as const;

/** A gate mark below the first is probably not a gate, below the second certainly not. */
const LEAST_CONFIDENCE = { gate: 0.4, doubtful: 0.1 } as const;

/** A gate of which more than this share of the ink is text is a letter. */
const MOST_TEXT = 0.6;

const NOTHING: Omit<Marks, "mask"> = { gates: [], doubtful: [], points: [], texts: [] };

/** A first, cheap look at a page, at half the scale of the largest window. */
export interface Glance {
  readonly grid: Grid;
  /** The usual gate's longer side in page pixels; 0 where no gate was seen. */
  readonly size: number;
}

/** Measures how large a page's gates are before the close look; null for a blank page. */
export async function glanceAt(page: CleanPage, { detector }: { detector: Detector }): Promise<Glance | null> {
  const window = inkWindow(page, { longSide: LONG_SIDE / 2, largestScale: LARGEST_SCALE / 2 });
  if (window === null) return null;
  const grid = await look(window, detector);
  return { grid, size: gateSize(decodeGates(grid, SIZE_HEAT)) };
}

/**
 * What the detector sees on a clean page: gates with class and direction, points of evidence for the wires and the
 * class of every ink pixel. `texts` is left empty: `readTexts` fills it. A blank page gives no marks. `glance` is the
 * page's, if it was taken already.
 */
export async function findMarks(
  page: CleanPage,
  { detector, glance: taken }: { detector: Detector; glance?: Glance | null },
): Promise<Marks> {
  const glance = taken === undefined ? await glanceAt(page, { detector }) : taken;
  if (glance === null) return { ...NOTHING, mask: new Uint8Array(page.width * page.height) };
  const grid = await closeLook(page, { glance, detector });
  const { candidates, mask } = withLargeGates(page, { grid, coarse: glance.grid });
  const gates = await classifyGates(page, { candidates, detector });
  const drawn = gates.filter(
    (gate) => gate.confidence >= LEAST_CONFIDENCE.doubtful && textShare(page, { gate, mask }) <= MOST_TEXT,
  );
  const points = await findCircles(page, { gates: drawn, points: decodePoints(grid, POINT_HEAT), detector });
  return {
    gates: drawn.filter((gate) => gate.confidence >= LEAST_CONFIDENCE.gate),
    doubtful: drawn.filter((gate) => gate.confidence < LEAST_CONFIDENCE.gate),
    points,
    texts: [],
    mask,
  };
}

/** The look that marks come from: at the largest scale, or a smaller one if gates would be larger than necessary. */
async function closeLook(page: CleanPage, { glance, detector }: { glance: Glance; detector: Detector }): Promise<Grid> {
  const largest = 2 * glance.grid.window.scale;
  const scale = glance.size * largest > LARGEST_GATE ? LARGEST_GATE / glance.size : largest;
  const window = inkWindow(page, { longSide: LONG_SIDE, largestScale: scale })!;
  const grid = await look(window, detector);
  const size = gateSize(decodeGates(grid, CANDIDATE_HEAT));
  const seen = size * window.scale;
  if (size === 0 || (seen >= COMFORTABLE.least && seen <= COMFORTABLE.most)) return grid;
  const better = window.scale * Math.max(0.3, Math.min(1.6, USUAL_GATE / seen));
  const again = inkWindow(page, { longSide: LONG_SIDE * 1.4, largestScale: better });
  return again !== null && Math.abs(again.scale / window.scale - 1) > 0.15 ? look(again, detector) : grid;
}

async function look(window: InkWindow, detector: Detector): Promise<Grid> {
  return { window, data: await detector.detect(window.ink, window) };
}

/** The gates and ink classes of `grid`, joined with the large gates that the coarse look found. */
function withLargeGates(page: CleanPage, { grid, coarse }: { grid: Grid; coarse: Grid }) {
  const near = decodeGates(grid, CANDIDATE_HEAT);
  const mask = decodeMask(grid, page);
  const isClear = (box: PageBox) =>
    near.some((seen) => seen.heat >= CLEAR_HEAT && intersectionOverUnion(seen.box, box) >= SAME_GATE);
  const large = decodeGates(coarse, CANDIDATE_HEAT).filter(
    ({ box }) => longerSide(box) * grid.window.scale > LARGE_GATE && !isClear(box),
  );
  if (large.length === 0) return { candidates: near, mask };
  const candidates = strongestOf([...near, ...large]);
  const kept = candidates.filter((candidate) => large.includes(candidate));
  const seen = kept.length > 0 ? decodeMask(coarse, page) : mask;
  for (const { box } of kept) for (const at of pixelsIn(box, page)) mask[at] = seen[at]!;
  return { candidates, mask };
}

/** The share of text in a gate's box, of the ink that is not wire. */
function textShare(page: CleanPage, { gate, mask }: { gate: GateMark; mask: Uint8Array }): number {
  let text = 0;
  let body = 0;
  for (const at of pixelsIn(gate.box, page)) {
    if (mask[at] === INK.text) text++;
    if (mask[at] === INK.gate) body++;
  }
  return text / Math.max(1, text + body);
}
