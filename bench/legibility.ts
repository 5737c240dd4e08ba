import type { Change } from "../core/answers/change.ts";
import { explainAnswer } from "../core/answers/explain-answer.ts";
import { markChange } from "../core/answers/mark-change.ts";
import { grown, intersectionOverUnion, overlaps } from "../core/geometry/boxes.ts";
import type { PictureBox } from "../core/geometry/coordinates.ts";
import type { PageReading } from "../core/reading/page-reading.ts";
import { unclearPlaces } from "../core/reading/unclear-places.ts";
import { PAGE_STYLES, type RenderedPage } from "../core/testdata/render/render-page.ts";
import type { SketchTruth } from "../core/testdata/render/sketch.ts";
import { renderedPage } from "./recognition/read-drawing.ts";
import { scoreReading } from "./recognition/score-outputs.ts";
import { noDrawings } from "./sketches.ts";
import { openDrawings, type VerdictSettings } from "./verdicts/read-drawings.ts";

/** What a student sees of one page's legibility, and what is true. */
interface ShownPage {
  readonly style: string;
  readonly isRight: boolean;
  /** Places are named. */
  readonly isBothered: boolean;
  /** One of them was misread. */
  readonly isHelped: boolean;
  readonly places: number;
}

/** How often misread pages have a misread place named, and rightly read ones any place, as lines of Markdown. */
export async function benchLegibility(settings: VerdictSettings): Promise<string[]> {
  const opened = await openDrawings(settings);
  if (opened === null) return [noDrawings()];
  const shown: ShownPage[] = [];
  for await (const { drawing, reading, ...kind } of opened.pages()) {
    const { truth } = drawing;
    if (!truth.usable) continue;
    const places = unclearPlaces(reading);
    const isRight = scoreReading(reading, truth).strict;
    const misread = isRight ? [] : misreadPlaces({ reading, truth, page: await renderedPage(drawing, kind) });
    const isHelped = places.some(({ box }) => misread.some((each) => overlaps(grown(each, REACH), box)));
    shown.push({ style: kind.style, isRight, isBothered: places.length > 0, isHelped, places: places.length });
  }
  await opened.close();
  return [
    `${opened.drawings.length} drawings of ${settings.part} drafters; model ${opened.model.slice(0, 12)}.`,
    "",
    "| pages | read rightly | of these bothered | misread | a place named | a misread place named | places a named page |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...PAGE_STYLES.map((style) =>
      row(
        style,
        shown.filter((page) => page.style === style),
      ),
    ),
    row("all", shown),
  ];
}

/** Pixels around a misread place that still are the same place. */
const REACH = 10;

/** Two boxes with at least this intersection over union are of one gate. */
const SAME_GATE = 0.5;

interface Misread {
  readonly reading: PageReading;
  readonly truth: SketchTruth;
  readonly page: RenderedPage;
}

/**
 * Where a misread page was misread. A drawing that is usable has no faults, so each of the reading is misread. Otherwise
 * the gates that were missed, added or taken for another class; if all are right, what one change, or two, would make
 * right.
 */
function misreadPlaces({ reading, truth, page }: Misread): PictureBox[] {
  const faults = unclearPlaces({ ...reading, confidence: 1 }).map(({ box }) => box);
  const gates = misreadGates(reading, page);
  if (gates.length > 0) return [...faults, ...gates];
  const keys = truth.outputs.map(({ expression }) => ({ expression, grade: 1 }));
  const { outcome, changes, alternatives } = explainAnswer(reading.netlist, keys);
  const right: readonly Change[] = outcome === "one" || outcome === "two" ? [...changes, ...alternatives] : [];
  return [...faults, ...right.flatMap((change) => markChange(change, reading)).map(({ box }) => box)];
}

function misreadGates({ gates }: PageReading, page: RenderedPage): PictureBox[] {
  const missed = new Set(page.gates);
  const wrong = gates.filter((gate) => {
    const here = [...missed].filter(({ box }) => intersectionOverUnion(box, gate) >= SAME_GATE);
    const drawn = here.find(({ label }) => label === gate.class_name) ?? here[0];
    if (drawn !== undefined) missed.delete(drawn);
    return drawn?.label !== gate.class_name;
  });
  return [...wrong, ...[...missed].map(({ box }) => box)];
}

function row(name: string, pages: readonly ShownPage[]): string {
  const right = pages.filter(({ isRight }) => isRight);
  const wrong = pages.filter(({ isRight }) => !isRight);
  const named = pages.filter(({ isBothered }) => isBothered);
  const share = (all: readonly ShownPage[], of: (page: ShownPage) => boolean) =>
    (all.filter(of).length / all.length).toFixed(3);
  const places = (named.reduce((sum, page) => sum + page.places, 0) / named.length).toFixed(1);
  return `| ${name} | ${right.length} | ${share(right, ({ isBothered }) => isBothered)} | ${wrong.length} | ${share(wrong, ({ isBothered }) => isBothered)} | ${share(wrong, ({ isHelped }) => isHelped)} | ${places} |`;
}
