import { sum } from "../../core/basics/numbers.ts";
import { GATE_CLASSES } from "../../core/rules/gate-class.ts";
import { layOutStudents, sizesOf } from "../../core/testdata/copied-class/make-class.ts";
import { QUESTIONS } from "../../core/testdata/copied-class/questions.ts";
import { seededRandom } from "../../core/testdata/render/random.ts";
import type { Sketch } from "../../core/testdata/render/sketch.ts";
import { loadDrawings, noDrawings } from "../sketches.ts";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where a drawing has its gates of two inputs and its letters; lengths in any unit. */
interface Placed {
  readonly gates: readonly Box[];
  readonly letters: readonly Box[];
}

const GATES: ReadonlySet<string> = new Set(GATE_CLASSES.filter((gateClass) => gateClass !== "NOT"));
/** Letters within this many gate heights belong to one column. */
const COLUMN = 0.6;
const STUDENTS = 60;

/** How unevenly people draw, and how the generated classes do: lengths in gate heights. */
export function benchUnevenness(): string[] {
  const real = realDrawings();
  if (real.length === 0) return [noDrawings()];
  const random = seededRandom("unevenness");
  const generated = QUESTIONS.flatMap((question) =>
    layOutStudents(question, { count: STUDENTS, seed: "unevenness", random }).map(({ own }): Placed => {
      const sizes = sizesOf(own);
      const gates = own.layout.gateAt.flatMap(([x, y], index) => {
        if (!GATES.has(own.plan.gates[index]!.gateClass)) return [];
        const [width, height] = sizes[index]!;
        return [{ left: x, right: x + width, top: y - height / 2, bottom: y + height / 2 }];
      });
      const letters = own.layout.labels.map(({ at: [x, y] }) => ({ left: x, right: x, top: y, bottom: y }));
      return { gates, letters };
    }),
  );
  const columns = [real, generated].map((drawings) => drawings.map(inGateHeights));
  const rows = MEASURES.map(({ name, of }) => {
    const cells = columns.map((drawings) => {
      const values = drawings.flatMap(of);
      return `${spread(values).toFixed(2)} (${values.length})`;
    });
    return `| ${name} | ${cells.join(" | ")} |`;
  });
  return [
    `${real.length} circuits of coursework (\`e85\`), without gates of many inputs; ${generated.length} generated ones. In brackets how many were compared.`,
    "",
    "| unevenness within a drawing, in gate heights | real | generated |",
    "| --- | --- | --- |",
    ...rows,
  ];
}

const MEASURES: readonly { name: string; of(drawing: Placed): number[] }[] = [
  {
    name: "height of a gate (logarithm)",
    of: ({ gates }) => aboutMean(gates.map((gate) => Math.log(gate.bottom - gate.top))),
  },
  {
    name: "width over height of a gate (logarithm)",
    of: ({ gates }) => aboutMean(gates.map((gate) => Math.log((gate.right - gate.left) / (gate.bottom - gate.top)))),
  },
  { name: "left edges of two gates that stand over each other", of: ({ gates }) => stepsOf(gates) },
  {
    name: "letters of a column, across it",
    of: (drawing) =>
      lettersByColumn(drawing).flatMap((own) => aboutMean(own.map(({ left, right }) => (left + right) / 2))),
  },
  {
    name: "gaps between letters of a column",
    of: (drawing) =>
      lettersByColumn(drawing).flatMap((own) => {
        const heights = own.map(({ top, bottom }) => (top + bottom) / 2).sort((a, b) => a - b);
        return aboutMean(heights.slice(1).map((height, k) => height - heights[k]!));
      }),
  },
];

/** Coursework without gates of three or more inputs, whose outlines are larger. */
function realDrawings(): Placed[] {
  const parts = (["training", "validation", "measuring"] as const).map((part) => loadDrawings(part));
  return parts.flatMap((drawings) => {
    return (drawings ?? []).flatMap(({ sketch, truth }) => {
      const isPlain = truth.set === "e85" && truth.multi_input === false && truth.orientation === "lr";
      return isPlain ? [{ gates: boxesOf(sketch, GATES), letters: boxesOf(sketch, new Set(["LABEL"])) }] : [];
    });
  });
}

function boxesOf({ shapes }: Sketch, labels: ReadonlySet<string>): Box[] {
  return shapes.flatMap(({ label, box: [left, top, right, bottom] }) =>
    labels.has(label) ? [{ left, top, right, bottom }] : [],
  );
}

function inGateHeights({ gates, letters }: Placed): Placed {
  const unit = gates.reduce((sum, { top, bottom }) => sum + bottom - top, 0) / gates.length;
  const scale = ({ left, top, right, bottom }: Box): Box => {
    return { left: left / unit, top: top / unit, right: right / unit, bottom: bottom / unit };
  };
  return { gates: gates.map(scale), letters: letters.map(scale) };
}

/** How far the left edge of each gate is from that of the next one below it. */
function stepsOf(gates: readonly Box[]): number[] {
  return gates.flatMap((gate) => {
    const below = gates.filter(({ top, left, right }) => top > gate.bottom && left < gate.right && right > gate.left);
    const next = below.sort((a, b) => a.top - b.top)[0];
    return next === undefined ? [] : [next.left - gate.left];
  });
}

/** The letters that lie left of all gates, by columns of two or more. */
function lettersByColumn({ gates, letters }: Placed): Box[][] {
  const edge = Math.min(...gates.map(({ left }) => left));
  const before = letters.filter(({ right }) => right < edge).sort((a, b) => a.left + a.right - b.left - b.right);
  const columns: Box[][] = [];
  for (const letter of before) {
    const last = columns.at(-1)?.[0];
    if (last !== undefined && (letter.left + letter.right - last.left - last.right) / 2 < COLUMN)
      columns.at(-1)!.push(letter);
    else columns.push([letter]);
  }
  return columns.filter(({ length }) => length > 1);
}

/** Each value minus the mean of all, corrected for the sample's size; empty for fewer than two values. */
function aboutMean(values: readonly number[]): number[] {
  if (values.length < 2) return [];
  const mean = sum(values) / values.length;
  return values.map((value) => (value - mean) * Math.sqrt(values.length / (values.length - 1)));
}

/** The spread of most values, not affected by a few outliers: 1.4826 times the median distance from 0. */
function spread(values: readonly number[]): number {
  const distances = values.map(Math.abs).sort((a, b) => a - b);
  return 1.4826 * (distances[distances.length >> 1] ?? 0);
}
