import type { Corrections } from "../../core/corrections/correct-marks.ts";
import type { PicturePoint } from "../../core/geometry/coordinates.ts";
import { distanceBetween } from "../../core/geometry/distances.ts";
import type { PageReader, PageSight } from "../../core/read-page.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import { openFoldReaders } from "../recognition/fold-readers.ts";
import { firstPage, renderedPage } from "../recognition/read-drawing.ts";
import { scoreReading } from "../recognition/score-outputs.ts";
import { type CollectedSketch, loadDrawings, noDrawings, type Part, WRONG_TRUTHS } from "../sketches.ts";
import { agreement } from "./agreement.ts";
import { BY_HAND } from "./by-hand.ts";
import { type DrawnWires, drawnWires, strokesNear, type WireFaults, wireFaults } from "./drawn-wires.ts";
import { type Gesture, gateGestures, keptGates, nextGestures, redrawing, renamings } from "./gestures.ts";

/** Wrongly read pages that are corrected. */
const PAGES = 20;
/** Gestures of one search: if more are needed, a person grades by hand. */
const MOST_GESTURES = 8;
const FEW = 3;
/** Gestures that one search of a page tries before it gives up. */
const PATIENCE = 200;
/** In the first search a wrong wire weighs as much as this share of the rows of the truth tables. */
const WIRE_WEIGHT = 0.3;
/** Where nothing else helps, a person erases what is this near, in gate sizes, and draws it again. */
const ERASED = [0.3, 0.6];
/** Strokes that are drawn again begin and end this far outside of what was erased, in gate sizes. */
const OVERLAP = 0.2;
/** A gesture is near a wrong wire within this many gate sizes. */
const NEAR = 0.3;
/** One drawing in this many, so that the pages are by many drafters. */
const STRIDE = 7;

interface Corrected {
  readonly id: string;
  readonly gestures: readonly string[];
  readonly right: boolean;
  /** Problems that remain on a correctly read page: a person confirms that they are in the drawing, or ignores them. */
  readonly problems: readonly string[];
}

/**
 * How many gestures turn wrongly read scans into the right circuit. A program that knows the drawn gates, wires and
 * functions makes them with the evaluator's corrections: first the gates' boxes, then always the gesture after which most
 * wires and rows of the truth tables are right. A person who sees the drawing may need fewer, but never more. Where it
 * finds no way, `BY_HAND` says what a person did.
 */
export async function benchCorrections({ part, limit }: { part: Part; limit: number }): Promise<string[]> {
  const drawings = loadDrawings(part);
  if (drawings === null) return [noDrawings()];
  const readers = await openFoldReaders({});
  const usable = drawings.filter(({ truth }) => truth.usable && !WRONG_TRUTHS.has(truth.id));
  const results: Corrected[] = [];
  let read = 0;
  for (const drawing of strided(usable).slice(0, limit)) {
    if (results.length === PAGES) break;
    process.stderr.write(`\r${++read} read, ${results.length} corrected   `);
    const corrected = await correctPage(drawing, readers.base);
    if (corrected === null) continue;
    results.push(corrected);
    process.stderr.write(`${rowOf(corrected)}\n`);
  }
  process.stderr.write("\n");
  await readers.close();
  const right = results.filter((each) => each.right);
  const few = right.filter(({ gestures }) => gestures.length <= FEW);
  return [
    `Of ${read} scans of ${part} drafters ${results.length} were read wrongly. ${right.length} of them reach the right circuit, ${few.length} in at most ${FEW} gestures.`,
    "",
    "| page | gestures | right | problems left |",
    "| --- | --- | --- | --- |",
    ...results.map(rowOf),
  ];
}

function rowOf({ id, gestures, right, problems }: Corrected): string {
  return `| ${id} | ${gestures.length}: ${gestures.join(", ")} | ${right ? "yes" : "no"} | ${problems.join(", ")} |`;
}

function strided<T>(items: readonly T[]): T[] {
  return Array.from({ length: STRIDE }, (_, start) => items.filter((_, index) => index % STRIDE === start)).flat();
}

/** Null if the page was read correctly. */
async function correctPage(drawing: CollectedSketch, reader: PageReader): Promise<Corrected | null> {
  const { sketch, truth } = drawing;
  const { bytes, gates, wires } = await renderedPage(drawing, { style: "scan", rendering: 0 });
  const { sight, reading } = await reader.see(await firstPage(bytes));
  if (scoreReading(reading, truth).strict) return null;
  const boxes = gateGestures(keptGates(reading), gates);
  const done = boxes.map(({ what }) => what);
  const start = boxes.at(-1)?.corrections ?? keptGates(reading);
  const page = { sight, truth, reader, drawn: drawnWires(wires, gates) };
  const from = { corrections: start, made: done };
  let found = await search(page, from, { wireWeight: WIRE_WEIGHT });
  const byHand = BY_HAND[sketch.id];
  if (!found.isRight) found = await (byHand ? afterHand(page, from, byHand) : mend(page, from));
  if (!found.isRight) found = await search(page, from, { wireWeight: 0 });
  return {
    id: sketch.id,
    gestures: found.made,
    right: found.isRight,
    problems: [...new Set(found.reading.problems.map(({ code }) => code))],
  };
}

/** What a person changed, after the changes of gates. */
async function afterHand(page: Searched, from: State, wires: readonly WireCorrection[]): Promise<Found> {
  const corrections = { ...from.corrections, wires };
  const { reading, agreement: reached } = await reach(page, corrections);
  return { corrections, made: [...from.made, ...wires.map(({ kind }) => kind)], reading, isRight: reached >= 3 };
}

interface Searched {
  readonly sight: PageSight;
  readonly truth: CollectedSketch["truth"];
  readonly reader: PageReader;
  readonly drawn: DrawnWires;
}

interface State {
  readonly corrections: Corrections;
  readonly made: readonly string[];
}

/** Where a search has ended. */
interface Found extends State {
  readonly reading: PageReading;
  readonly isRight: boolean;
}

/** A reading, and how near it is to what was drawn. */
interface Reached {
  readonly reading: PageReading;
  readonly agreement: number;
  readonly faults: WireFaults;
}

async function reach({ sight, truth, reader, drawn }: Searched, corrections: Corrections): Promise<Reached> {
  const reading = await reader.conclude(sight, corrections);
  return { reading, agreement: agreement(reading, truth), faults: wireFaults(drawn, reading) };
}

/**
 * Makes the best gesture repeatedly, until the circuit is right or no gesture improves it. If wires count, gestures at
 * wrong ones come first.
 */
async function search(page: Searched, start: State, { wireWeight }: { wireWeight: number }): Promise<Found> {
  const rankOf = ({ agreement: reached, faults }: Reached) => reached - (reached < 2 ? wireWeight * faults.count : 0);
  let tries = 0;
  let state = start;
  let now = await reach(page, state.corrections);
  const tryAll = async (gestures: readonly Gesture[]) => {
    let best: { gesture: Gesture; reached: Reached } | null = null;
    for (const gesture of gestures) {
      if (tries++ >= PATIENCE) break;
      const reached = await reach(page, gesture.corrections);
      if (rankOf(reached) > rankOf(best?.reached ?? now)) best = { gesture, reached };
      const isRight = reached.agreement >= (now.agreement < 2 ? 2 : 3);
      if (isRight) return { gesture, reached };
    }
    return best;
  };
  while (now.agreement < 3 && state.made.length < start.made.length + MOST_GESTURES && tries < PATIENCE) {
    const { reading, agreement: reached, faults } = now;
    const all =
      reached >= 2
        ? renamings(reading, state.corrections, page.truth.inputs)
        : nextGestures(reading, state.corrections, faults);
    const near = all.filter(({ at }) => wireWeight > 0 && at?.some((place) => isNear(place, faults, page.drawn)));
    const best = (await tryAll(near)) ?? (await tryAll(all.filter((gesture) => !near.includes(gesture))));
    if (best === null) break;
    state = { corrections: best.gesture.corrections, made: [...state.made, best.gesture.what] };
    now = best.reached;
  }
  return { ...state, reading: now.reading, isRight: now.agreement >= 3 };
}

/**
 * Mends one wrong wire after the other, whatever the function does meanwhile; then leaves out what the right circuit does
 * not need.
 */
async function mend(page: Searched, start: State): Promise<Found> {
  let { corrections } = start;
  let now = await reach(page, corrections);
  const isDone = () => now.agreement >= 3 || now.faults.count === 0;
  while (!isDone()) {
    const { faults, reading } = now;
    const near = nextGestures(reading, corrections, faults).filter(({ at }) =>
      at?.some((place) => isNear(place, faults, page.drawn)),
    );
    const mended =
      (await firstMending(page, near.slice(0, PATIENCE), faults.count)) ??
      (await firstMending(page, redrawings(page, corrections, now), faults.count));
    if (mended === null) break;
    corrections = mended.gesture.corrections;
    now = mended.reached;
  }
  const made = [...start.made, ...(corrections.wires ?? []).map(({ kind }) => kind)];
  const found = await search(page, { corrections, made }, { wireWeight: 0 });
  return found.isRight ? withoutNeedless(page, found) : found;
}

/** At each place of a fault, what was read is erased and drawn again, in a small circle or a larger one. */
function redrawings({ drawn }: Searched, corrections: Corrections, { reading, faults }: Reached): Gesture[] {
  const places: PicturePoint[] = [];
  for (const at of faults.places) {
    if (places.every((other) => distanceBetween(other, at) > NEAR * drawn.unit)) places.push(at);
  }
  return ERASED.flatMap((share) =>
    places.map((at) => {
      const reach = share * drawn.unit;
      return redrawing(reading, corrections, {
        at,
        reach,
        strokes: strokesNear(drawn, at, reach + OVERLAP * drawn.unit),
      });
    }),
  );
}

/** The first gesture after which fewer wires are wrong than `count`, or the circuit is right. */
async function firstMending(page: Searched, gestures: readonly Gesture[], count: number) {
  for (const gesture of gestures) {
    const reached = await reach(page, gesture.corrections);
    if (reached.agreement >= 3 || reached.faults.count < count) return { gesture, reached };
  }
  return null;
}

/** The right circuit without the changes of wires that it does not need. */
async function withoutNeedless(page: Searched, found: Found): Promise<Found> {
  let { corrections, made, reading } = found;
  for (const wire of found.corrections.wires ?? []) {
    const fewer = { ...corrections, wires: corrections.wires?.filter((each) => each !== wire) ?? [] };
    const reached = await reach(page, fewer);
    if (reached.agreement < 3) continue;
    corrections = fewer;
    made = made.toSpliced(made.indexOf(wire.kind), 1);
    reading = reached.reading;
  }
  return { ...found, corrections, made, reading };
}

function isNear(at: PicturePoint, { places }: WireFaults, { unit }: DrawnWires): boolean {
  return places.some((place) => distanceBetween(place, at) <= NEAR * unit);
}
