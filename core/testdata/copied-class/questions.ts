import type { InputStyle } from "../drawn-pages/net-list.ts";
import type { PlannedOutput } from "../drawn-pages/plan-circuit.ts";

/** One way to draw a right answer. */
export interface Variant {
  readonly outputs: readonly PlannedOutput[];
  /** How many of 100 students draw it so. */
  readonly share: number;
  readonly bubbles?: boolean;
  readonly folds?: boolean;
  readonly inputs?: InputStyle;
}

export interface Question {
  readonly name: string;
  readonly variants: readonly Variant[];
}

function outputs(...texts: readonly [string, string][]): PlannedOutput[] {
  return texts.map(([name, expression]) => ({ name, expression }));
}

/** What classes are asked to draw, with the right answers that they hand in. */
export const QUESTIONS: readonly Question[] = [
  {
    name: "full adder",
    variants: [
      { share: 62, outputs: outputs(["S", "(A ^ B) ^ C"], ["K", "(A & B) | (C & (A ^ B))"]) },
      { share: 20, outputs: outputs(["S", "(A ^ B) ^ C"], ["K", "(A & B) | (A & C) | (B & C)"]) },
      { share: 10, outputs: outputs(["S", "A ^ B ^ C"], ["K", "(A & B) | (C & (A ^ B))"]) },
      { share: 8, outputs: outputs(["S", "(A ^ B) ^ C"], ["K", "~(~(A & B) & ~(C & (A ^ B)))"]) },
    ],
  },
  {
    name: "majority of three",
    variants: [
      { share: 80, outputs: outputs(["Y", "(A & B) | (A & C) | (B & C)"]) },
      { share: 12, outputs: outputs(["Y", "(A & B) | (C & (A | B))"]) },
      { share: 8, outputs: outputs(["Y", "~(~(A & B) & ~(A & C) & ~(B & C))"]) },
    ],
  },
  {
    name: "two-way multiplexer",
    variants: [
      { share: 85, outputs: outputs(["Y", "(A & ~C) | (B & C)"]) },
      { share: 15, outputs: outputs(["Y", "~(~(A & ~C) & ~(B & C))"]) },
    ],
  },
  {
    name: "decoder of two",
    variants: [
      { share: 75, outputs: outputs(["W", "~A & ~B"], ["X", "~A & B"], ["Y", "A & ~B"], ["Z", "A & B"]) },
      { share: 25, outputs: outputs(["W", "~(A | B)"], ["X", "~A & B"], ["Y", "A & ~B"], ["Z", "A & B"]) },
    ],
  },
  {
    name: "half adder",
    variants: [
      { share: 80, outputs: outputs(["S", "A ^ B"], ["K", "A & B"]) },
      { share: 20, outputs: outputs(["S", "(A & ~B) | (~A & B)"], ["K", "A & B"]) },
    ],
  },
];
