import { drawLayout } from "../drawn-pages/draw-circuit.ts";
import type { GateStrokes } from "../drawn-pages/gate-strokes.ts";
import { type Hand, handOf, type StrokePoint } from "../drawn-pages/hand.ts";
import { judgeLayout } from "../drawn-pages/judge-layout.ts";
import { renderAnswer } from "../drawn-pages/render-answer.ts";
import type { Layout } from "../drawn-pages/route-wires.ts";
import { seededRandom } from "../render/random.ts";
import { layOutStudents, sizesOf, traced } from "./make-class.ts";
import { QUESTIONS } from "./questions.ts";
import type { StudentLayout } from "./student-layout.ts";

/** A student's page, in an individual hand. */
export interface CopiedPage {
  readonly studentId: string;
  /** PNG. */
  readonly picture: Uint8Array;
  /** Whose drawing it was traced from; null for an original drawing. */
  readonly copyOf: string | null;
}

/** The item that the class answers: a decoder of two inputs, so that layouts have places enough to differ. */
export const DECODER_TASK = {
  schema_version: 1,
  id: "decoder",
  title: "Decoder",
  type: "quiz",
  items: [
    {
      item: 1,
      keys: ["~A & ~B", "~A & B", "A & ~B", "A & B"].map((expression) => ({ expression, grade: 2 })),
    },
  ],
} as const;

/** Hands can write these letters. */
const NAMES = ["S", "F", "Y", "Z"];
const decoder = QUESTIONS.find(({ name }) => name === "decoder of two")!;
const DECODER = {
  ...decoder,
  variants: decoder.variants.map((variant) => ({
    ...variant,
    outputs: variant.outputs.map(({ expression }, index) => ({ name: NAMES[index]!, expression })),
  })),
};

/**
 * The pages of a class: each student lays out a correct answer individually and draws it; the last `copies` students
 * trace the drawings of the first ones (in their own hand, with jitter, another size, two gates exchanged).
 */
export async function drawCopiedClass({
  students,
  copies,
}: {
  students: number;
  copies: number;
}): Promise<CopiedPage[]> {
  const random = seededRandom("copied class");
  const own = layOutStudents(DECODER, { count: students - copies, seed: "pages", random });
  const pages = own.map((student) => ({ student: student.own, layout: student.own.layout, scale: one, copyOf: "" }));
  const tracings = own.slice(0, copies).map(({ own: student }, index) => {
    const { layout, sizes } = traced(student, random);
    const before = sizesOf(student);
    const scale = (gate: number): StrokePoint => [
      sizes[gate]![0] / before[gate]![0],
      sizes[gate]![1] / before[gate]![1],
    ];
    return { student, layout, scale, copyOf: idOf(index) };
  });
  return Promise.all(
    [...pages, ...tracings].map(async ({ student, layout, scale, copyOf }, index): Promise<CopiedPage> => {
      const studentId = idOf(index);
      const hand = copyOf === "" ? student.hand : handOf(`tracing/${studentId}`);
      const picture = await draw(student, { studentId, hand, layout, scale });
      return { studentId, picture, copyOf: copyOf || null };
    }),
  );
}

function idOf(index: number): string {
  return String(20230001 + index);
}

function one(): StrokePoint {
  return [1, 1];
}

interface Drafting {
  readonly studentId: string;
  readonly hand: Hand;
  readonly layout: Layout;
  /** By how much each gate is drawn wider and higher. */
  readonly scale: (gate: number) => StrokePoint;
}

function draw(student: StudentLayout, { studentId, hand, layout, scale }: Drafting): Promise<Uint8Array> {
  const gates = student.gates.map((gate, index): GateStrokes => {
    const [wide, tall] = scale(index);
    const move = ([x, y]: StrokePoint): StrokePoint => [x * wide, y * tall];
    const strokes = gate.strokes.map((line) => line.map(move));
    return { ...gate, strokes, pins: gate.pins.map(move), tip: move(gate.tip) };
  });
  const sketch = drawLayout(
    { id: studentId, drafter: studentId },
    {
      random: seededRandom(`strokes/${studentId}`),
      hand,
      drawn: { ...student, gates },
      layout,
      judgement: judgeLayout(layout, []),
    },
  );
  const template = { width: 0, height: 0, rgb: new Uint8Array(0) };
  return renderAnswer({ sketch, paper: "clean", template, studentId, format: "png" });
}
