import type { InputStyle } from "./net-list.ts";
import type { PlannedOutput } from "./plan-circuit.ts";
import type { PaperKind } from "./render-answer.ts";

/** An answer to draw, and what a person who looks at it would say. */
export interface DrawnAnswer {
  /** The last two digits of the student's ID; the hand is theirs. */
  readonly student: number;
  readonly item: number;
  readonly paper: PaperKind;
  readonly extension: "png" | "jpg" | "jpeg" | "gif" | "pdf";
  readonly inputs: InputStyle;
  readonly outputs: readonly PlannedOutput[];
  readonly bubbles?: boolean;
  readonly folds?: boolean;
  /** False leaves out all letters. */
  readonly letters?: boolean;
  /** Points, or null if a person must look. */
  readonly grade: number | null;
  /** Codes of the reasons to look. */
  readonly reasons?: readonly string[];
  readonly note: string;
}

/** The task that the pages answer; it is written to `task.json`. */
export const TASK = {
  schema_version: 1,
  id: "sample-quiz",
  title: "Half adder and selector",
  type: "quiz",
  items: [
    {
      item: 1,
      keys: [
        { expression: "A ^ B", grade: 5 },
        { expression: "A & B", grade: 5 },
      ],
    },
    { item: 2, keys: [{ expression: "A & ~B | B & C", grade: 10 }] },
  ],
} as const;

/** The students' names, in the order of their IDs; the last five hand in no page of `pages/`. */
export const STUDENTS: readonly string[] = [
  ..."Ana Cruz,Ben Santos,Carla Reyes,Dan Lim,Eva Garcia,Felix Tan,Gia Ramos,Hugo Flores,Ines Torres".split(","),
  ..."Jon Aquino,Kara Diaz,Leo Mendoza,Mia Navarro,Nico Castro,Olga Rivera,Paolo Vega,Quinn Perez".split(","),
];

const halfAdder = (sum: string, carry: string): PlannedOutput[] => [
  { name: "S", expression: sum },
  { name: "C", expression: carry },
];

const selector = (expression: string): PlannedOutput[] => [{ name: "Y", expression }];

/** Exclusive OR and AND of four NAND gates; the fifth inverts. */
const NAND_SUM = "~(~(A & ~(A & B)) & ~(B & ~(A & B)))";

export const ANSWERS: readonly DrawnAnswer[] = [
  {
    student: 1,
    item: 1,
    paper: "clean",
    extension: "png",
    inputs: "shared",
    outputs: halfAdder("A ^ B", "A & B"),
    grade: 10,
    note: "right",
  },
  {
    student: 1,
    item: 2,
    paper: "template-scan",
    extension: "jpg",
    inputs: "shared",
    outputs: selector("(A & ~B) | (B & C)"),
    grade: 10,
    note: "right",
  },
  {
    student: 2,
    item: 1,
    paper: "template-scan",
    extension: "jpg",
    inputs: "own",
    outputs: halfAdder("A ^ B", "A & B"),
    grade: 10,
    note: "right, a letter at every pin",
  },
  {
    student: 2,
    item: 2,
    paper: "template-photo",
    extension: "jpg",
    inputs: "own",
    bubbles: true,
    outputs: selector("~(~(A & ~B) & ~(B & C))"),
    grade: 10,
    note: "right, of NANDs, a bubble at an input",
  },
  {
    student: 3,
    item: 1,
    paper: "template-photo",
    extension: "jpg",
    inputs: "rails",
    outputs: halfAdder("(A & ~B) | (~A & B)", "A & B"),
    grade: 10,
    note: "right, an XOR of three gates, bus lines",
  },
  {
    student: 3,
    item: 2,
    paper: "clean",
    extension: "png",
    inputs: "rails",
    outputs: selector("(A & ~B) | (B & C)"),
    grade: 10,
    note: "right, bus lines",
  },
  {
    student: 4,
    item: 1,
    paper: "squared-photo",
    extension: "jpg",
    inputs: "shared",
    outputs: halfAdder(NAND_SUM, "~~(A & B)"),
    grade: 10,
    note: "right, of NANDs",
  },
  {
    student: 4,
    item: 2,
    paper: "template-scan",
    extension: "jpg",
    inputs: "shared",
    letters: false,
    outputs: selector("(A | B) & (~B | C)"),
    grade: 10,
    note: "right, a product of sums, without letters",
  },
  {
    student: 5,
    item: 1,
    paper: "template-scan",
    extension: "jpg",
    inputs: "shared",
    outputs: halfAdder("A | B", "A & B"),
    grade: 5,
    note: "OR for XOR",
  },
  {
    student: 5,
    item: 2,
    paper: "squared-photo",
    extension: "jpeg",
    inputs: "own",
    outputs: selector("~(~(A | B) | ~(~B | C))"),
    grade: 10,
    note: "right, of NORs",
  },
  {
    student: 6,
    item: 1,
    paper: "template-photo",
    extension: "jpg",
    inputs: "own",
    outputs: [{ name: "S", expression: "A ^ B" }],
    grade: 5,
    note: "the carry is missing",
  },
  {
    student: 6,
    item: 2,
    paper: "template-scan",
    extension: "jpg",
    inputs: "own",
    outputs: selector("(A & ~B) | (B & _)"),
    grade: null,
    reasons: ["open-input"],
    note: "an input of the second AND is open",
  },
  {
    student: 7,
    item: 1,
    paper: "clean",
    extension: "png",
    inputs: "own",
    outputs: halfAdder("~(A ^ B)", "A & B"),
    grade: 5,
    note: "XNOR for XOR",
  },
  {
    student: 7,
    item: 2,
    paper: "template-photo",
    extension: "jpg",
    inputs: "shared",
    outputs: selector("(A & B) | (~B & C)"),
    grade: 0,
    note: "B selects the wrong way round",
  },
  {
    student: 8,
    item: 1,
    paper: "template-scan",
    extension: "jpg",
    inputs: "shared",
    outputs: halfAdder("A ^ B", "A & B").toReversed(),
    grade: 10,
    note: "right, wires branch without dots",
  },
  {
    student: 8,
    item: 2,
    paper: "clean",
    extension: "png",
    inputs: "rails",
    outputs: selector("(A & ~B & C) | (A & ~B & ~C) | (B & C)"),
    grade: 10,
    note: "right, gates with three inputs",
  },
  {
    student: 9,
    item: 1,
    paper: "squared-photo",
    extension: "jpg",
    inputs: "own",
    outputs: halfAdder("A ^ B ^ C", "A & B"),
    grade: null,
    reasons: ["input-count"],
    note: "three inputs for two",
  },
  {
    student: 9,
    item: 2,
    paper: "template-photo",
    extension: "jpg",
    inputs: "shared",
    outputs: selector("(A & ~B) | B"),
    grade: null,
    reasons: ["input-count"],
    note: "two inputs for three",
  },
  {
    student: 10,
    item: 1,
    paper: "template-scan",
    extension: "pdf",
    inputs: "own",
    bubbles: true,
    outputs: halfAdder("(A & ~B) | (~A & B)", "A & B"),
    grade: 10,
    note: "right, bubbles at inputs; a sheet of scrap paper behind it",
  },
  {
    student: 10,
    item: 2,
    paper: "clean",
    extension: "jpeg",
    inputs: "shared",
    outputs: selector("(A & ~B) ^ (B & C)"),
    grade: 10,
    note: "right, XOR does what OR does",
  },
  {
    student: 11,
    item: 1,
    paper: "template-photo",
    extension: "jpg",
    inputs: "shared",
    outputs: halfAdder("~(A ^ B)", "A | B"),
    grade: 0,
    note: "both gates wrong",
  },
  {
    student: 11,
    item: 2,
    paper: "squared-photo",
    extension: "jpg",
    inputs: "own",
    outputs: selector("(A & ~B) & (B & C)"),
    grade: 0,
    note: "AND for OR",
  },
  {
    student: 12,
    item: 1,
    paper: "clean",
    extension: "gif",
    inputs: "rails",
    outputs: halfAdder("(A | B) & ~(A & B)", "A & B"),
    grade: 10,
    note: "right, an XOR of OR, NAND and AND",
  },
  {
    student: 12,
    item: 2,
    paper: "template-scan",
    extension: "pdf",
    inputs: "own",
    folds: false,
    outputs: selector("(A & ~B) | ~~(B & C)"),
    grade: 10,
    note: "right, two inverters in a row",
  },
];

/** What is on the scrap paper behind student 10's answer. */
export const SCRAP: readonly PlannedOutput[] = [{ name: "", expression: "A & B" }];

/** The eight digits of student number `student`. */
export function studentId(student: number): string {
  return String(20230000 + student);
}

/** The file name of an answer, by the naming convention. */
export function fileNameOf({ student, item, extension }: Pick<DrawnAnswer, "student" | "item" | "extension">): string {
  return `${studentId(student)}_${TASK.type}[${item}].${extension}`;
}
