import type { Corrections } from "../../core/corrections/correct-marks.ts";
import type { PageReader, PageSight } from "../../core/read-page.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { openFoldReaders } from "../recognition/fold-readers.ts";
import { firstPage, renderedPage } from "../recognition/read-drawing.ts";
import { scoreReading } from "../recognition/score-outputs.ts";
import { type CollectedSketch, loadDrawings, noDrawings, type Part } from "../sketches.ts";
import { agreement } from "./agreement.ts";
import { type Gesture, gateGestures, keptGates, nextGestures, renamings } from "./gestures.ts";

/** Wrongly read pages that are corrected. */
const PAGES = 20;
/** If more corrections are needed, a person grades by hand. */
const MOST_GESTURES = 8;
const FEW = 3;
/** Seconds of search for one page. */
const PATIENCE = 45;
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
 * How many gestures turn wrongly read scans into the right circuit. A program makes them with the evaluator's
 * corrections: first the gates' boxes, then always the gesture that makes most rows of the truth tables right. A person
 * who sees the drawing may need fewer, but never more.
 */
export async function benchCorrections({ part, limit }: { part: Part; limit: number }): Promise<string[]> {
  const drawings = loadDrawings(part);
  if (drawings === null) return [noDrawings()];
  const readers = await openFoldReaders({});
  const usable = drawings.filter(({ truth }) => truth.usable);
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
  const rendered = await renderedPage(drawing, { style: "scan", rendering: 0 });
  const { sight, reading } = await reader.see(await firstPage(rendered.bytes));
  if (scoreReading(reading, truth).strict) return null;
  const boxes = gateGestures(keptGates(reading), rendered.gates);
  const done = boxes.map(({ what }) => what);
  const start = boxes.at(-1)?.corrections ?? keptGates(reading);
  const found = await search({ sight, truth, reader }, { corrections: start, made: done });
  return {
    id: sketch.id,
    gestures: found.made,
    right: scoreReading(found.reading, truth).strict,
    problems: [...new Set(found.reading.problems.map(({ code }) => code))],
  };
}

interface Searched {
  readonly sight: PageSight;
  readonly truth: CollectedSketch["truth"];
  readonly reader: PageReader;
}

interface State {
  readonly corrections: Corrections;
  readonly made: readonly string[];
}

/** Makes the best gesture repeatedly, until the circuit is right or no gesture improves it. */
async function search(page: Searched, start: State): Promise<State & { reading: PageReading }> {
  const { sight, truth, reader } = page;
  const giveUp = performance.now() + PATIENCE * 1000;
  let state = start;
  let reading = await reader.conclude(sight, state.corrections);
  let score = agreement(reading, truth);
  while (score < 3 && state.made.length < MOST_GESTURES && performance.now() < giveUp) {
    let best: { gesture: Gesture; reading: PageReading; score: number } | null = null;
    const gestures =
      score >= 2 ? renamings(reading, state.corrections, truth.inputs) : nextGestures(reading, state.corrections);
    for (const gesture of gestures) {
      if (performance.now() > giveUp) break;
      const next = await reader.conclude(sight, gesture.corrections);
      const reached = agreement(next, truth);
      if (reached > (best?.score ?? score)) best = { gesture, reading: next, score: reached };
      if (reached === 3) break;
    }
    if (best === null) break;
    state = { corrections: best.gesture.corrections, made: [...state.made, best.gesture.what] };
    ({ reading, score } = best);
  }
  return { ...state, reading };
}
