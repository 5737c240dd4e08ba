import { drawCircuit } from "./draw-circuit.ts";
import { renderAnswer } from "./render-answer.ts";

/** The item that a class of made-up students has answered. */
export const CLASS_TASK = {
  schema_version: 1,
  id: "class",
  title: "Majority gate",
  type: "quiz",
  items: [{ item: 1, keys: [{ expression: "(A & B) | C", grade: 5 }] }],
} as const;

/** The students' drawings: a few wrong answers are common, as in any class. */
const CLASS_ANSWERS = [
  { name: "right", expression: "(A & B) | C", share: 14 },
  { name: "right, of NANDs", expression: "~(~(A & B) & ~C)", share: 8 },
  { name: "OR drawn as AND", expression: "(A & B) & C", share: 9, fix: "should be an OR" },
  { name: "AND drawn as NAND", expression: "~(A & B) | C", share: 9, fix: "should be an AND" },
  { name: "an extra NOT", expression: "(A & B) | ~C", share: 7, fix: "There is an extra inversion" },
  { name: "OR drawn as XOR", expression: "(A & B) ^ C", share: 6, fix: "should be an OR" },
  { name: "gates in each other's place", expression: "(A | B) & C", share: 4, fix: "Two changes" },
  { name: "an input missing", expression: "A & B", share: 3, fix: "C is missing" },
] as const;

export type ClassAnswer = (typeof CLASS_ANSWERS)[number];

export interface ClassPage {
  readonly studentId: string;
  readonly answer: ClassAnswer;
  /** PNG; students of one hand and answer hand in the same picture. */
  readonly picture: Uint8Array;
}

/** A few hands draw for the whole class: a drawing takes longer than a page. */
const HANDS = 2;

/** The pages of a class of 60 students, the answers mixed; always the same. */
export async function drawClass(): Promise<ClassPage[]> {
  const answers = CLASS_ANSWERS.flatMap((answer) => Array.from({ length: answer.share }, () => answer));
  const known = new Map<string, Promise<Uint8Array>>();
  const pictureOf = (answer: ClassAnswer, hand: number): Promise<Uint8Array> => {
    const id = `class-${CLASS_ANSWERS.indexOf(answer)}-${hand}`;
    const picture = known.get(id) ?? draw(answer, { id, hand });
    known.set(id, picture);
    return picture;
  };
  return Promise.all(
    answers.map(async (_, index): Promise<ClassPage> => {
      // 7 and 60 have no divisor in common: every answer comes once, neighbours differ.
      const answer = answers[(index * 7) % answers.length]!;
      const picture = await pictureOf(answer, index % HANDS);
      return { studentId: String(20230001 + index), answer, picture };
    }),
  );
}

function draw({ expression }: ClassAnswer, { id, hand }: { id: string; hand: number }): Promise<Uint8Array> {
  const outputs = [{ name: "Y", expression }];
  const { sketch } = drawCircuit({ id, drafter: `class-${hand}`, outputs, inputs: "own" });
  const template = { width: 0, height: 0, rgb: new Uint8Array(0) };
  return renderAnswer({ sketch, paper: "clean", template, studentId: id, format: "png" });
}
