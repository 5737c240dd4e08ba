import { CONFIDENCE_RANGES } from "../confidence-ranges.ts";
import type { JudgedKeys } from "./judge-drawing.ts";
import { type Counted, type Share, shareOf } from "./share.ts";

/** A page of a usable drawing, judged by the keys of what was drawn and by wrong ones. */
export interface JudgedDrawing {
  readonly drawing: string;
  readonly set: string;
  readonly style: string;
  readonly verdicts: readonly JudgedKeys[];
}

interface Row {
  readonly title: string;
  readonly floor: string;
  readonly goal: string;
  readonly count: (page: JudgedDrawing) => Omit<Counted, "drawing">;
}

/** A verdict that is said to be right with at least this probability must be right that often. */
const SURE = 0.98;

const ROWS: readonly Row[] = [
  {
    title: "right answers that get full marks without a person",
    floor: "≥ .82",
    goal: "≥ .92",
    count: (page) => share(right(page), ({ decided, points, maximum }) => decided && points === maximum),
  },
  {
    title: "right answers called wrong without a word",
    floor: "≤ .006",
    goal: "≤ .002",
    count: (page) => share(right(page), ({ decided, points, maximum }) => decided && points !== maximum),
  },
  {
    title: "wrong answers given full marks",
    floor: "≤ .003",
    goal: "≤ .001",
    count: (page) => share(wrong(page), ({ decided, points, maximum }) => decided && points === maximum),
  },
  {
    title: "wrong answers graded without a person, rightly",
    floor: "≥ .65",
    goal: "≥ .85",
    count: (page) => share(wrong(page), ({ decided, points, earned }) => decided && points === earned),
  },
  {
    title: "queued usable pages whose right reading is among the three offered",
    floor: "≥ .75",
    goal: "≥ .9",
    count: (page) =>
      share(
        right(page).filter(({ decided }) => !decided),
        ({ offered, maximum }) => offered.includes(maximum),
      ),
  },
  {
    title: "right share of verdicts said to be right with 98 % or more",
    floor: "≥ .98",
    goal: "≥ .99",
    count: (page) => atLeast(page, SURE),
  },
];

/** The table of verdicts, as lines of Markdown: all pages together with intervals by drawing, then sets and styles. */
export function verdictTable(pages: readonly JudgedDrawing[]): string[] {
  const columns = [
    ...[...new Set(pages.map(({ set }) => set))].map((name) => ({
      name,
      has: (page: JudgedDrawing) => page.set === name,
    })),
    ...[...new Set(pages.map(({ style }) => style))].map((name) => ({
      name,
      has: (page: JudgedDrawing) => page.style === name,
    })),
  ];
  const shareIn = ({ count }: Row, own: readonly JudgedDrawing[]) =>
    shareOf(own.map((page) => ({ drawing: page.drawing, ...count(page) })));
  return [
    `| | all | 95 % interval | floor | goal | ${columns.map(({ name }) => name).join(" | ")} |`,
    `| ${columns.map(() => "---").join(" | ")} | --- | --- | --- | --- | --- |`,
    ...ROWS.map((row) => {
      const all = shareIn(row, pages);
      const apart = columns.map(({ has }) => number(shareIn(row, pages.filter(has))));
      const interval = all === null ? "–" : `${three(all.low)} to ${three(all.high)}`;
      return `| ${row.title} | ${number(all)} | ${interval} | ${row.floor} | ${row.goal} | ${apart.join(" | ")} |`;
    }),
  ];
}

/**
 * How often verdicts are right, by how sure the machine is of them; a page's wrong answers together count as much as
 * its right one.
 */
export function reliabilityTable(pages: readonly JudgedDrawing[]): string[] {
  const kinds = [
    { title: "full marks", has: ({ points, maximum }: JudgedKeys) => points === maximum },
    { title: "fewer", has: ({ points, maximum }: JudgedKeys) => points !== null && points !== maximum },
  ];
  return [
    "| verdict | confidence | weight in pages | mean confidence | right |",
    "| --- | --- | --- | --- | --- |",
    ...kinds.flatMap(({ title, has }) =>
      CONFIDENCE_RANGES.flatMap((range) => {
        const own = pages.flatMap(weighted).filter(({ verdict }) => has(verdict) && range.has(verdict.confidence));
        const weight = own.reduce((sum, each) => sum + each.weight, 0);
        if (weight === 0) return [];
        const mean = own.reduce((sum, each) => sum + each.weight * each.verdict.confidence, 0) / weight;
        const right = own.reduce((sum, each) => sum + (isTrue(each.verdict) ? each.weight : 0), 0) / weight;
        return [`| ${title} | ${range.title} | ${weight.toFixed(1)} | ${mean.toFixed(3)} | ${right.toFixed(3)} |`];
      }),
    ),
  ];
}

function right({ verdicts }: JudgedDrawing): JudgedKeys[] {
  return verdicts.filter(({ isRight }) => isRight);
}

function wrong({ verdicts }: JudgedDrawing): JudgedKeys[] {
  return verdicts.filter(({ isRight }) => !isRight);
}

function share(verdicts: readonly JudgedKeys[], has: (verdict: JudgedKeys) => boolean): Omit<Counted, "drawing"> {
  return { part: verdicts.filter(has).length, whole: verdicts.length };
}

function isTrue({ points, earned }: JudgedKeys): boolean {
  return points === earned;
}

/** A page's verdicts; those by wrong keys together weigh as much as the one by the right keys. */
function weighted(page: JudgedDrawing): { verdict: JudgedKeys; weight: number }[] {
  const others = wrong(page).length;
  return page.verdicts.map((verdict) => ({ verdict, weight: verdict.isRight ? 1 : 1 / others }));
}

function atLeast(page: JudgedDrawing, confidence: number): Omit<Counted, "drawing"> {
  const sure = weighted(page).filter(({ verdict }) => verdict.points !== null && verdict.confidence >= confidence);
  return {
    part: sure.reduce((sum, { verdict, weight }) => sum + (isTrue(verdict) ? weight : 0), 0),
    whole: sure.reduce((sum, { weight }) => sum + weight, 0),
  };
}

function number(share: Share | null): string {
  return share === null ? "–" : three(share.share);
}

function three(value: number): string {
  return value.toFixed(3);
}
