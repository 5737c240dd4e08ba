import type { GateClass } from "../../../../core/rules/gate-class.ts";
import type { RuleIssue } from "../../../../core/rules/rule-issue.ts";
import { checkRubric, type Rubric } from "../../../../core/rules/tasks/rubric.ts";

/** An item's rubric while it is edited: digits, empty if a rule is off. */
export interface DraftRubric {
  readonly rightRowsFrom: string;
  readonly inverted: string;
  readonly extraOutput: string;
  readonly allowedGates: readonly GateClass[];
  readonly otherGates: string;
  readonly mostGates: string;
  readonly extraGate: string;
  readonly floor: string;
}

export const NO_RUBRIC: DraftRubric = {
  rightRowsFrom: "",
  inverted: "",
  extraOutput: "",
  allowedGates: [],
  otherGates: "",
  mostGates: "",
  extraGate: "",
  floor: "",
};

export function draftRubricOf(rubric: Rubric | null): DraftRubric {
  const text = (value: number | undefined) => (value === undefined ? "" : String(value));
  return {
    rightRowsFrom: text(rubric?.right_rows_from),
    inverted: text(rubric?.inverted),
    extraOutput: text(rubric?.extra_output),
    allowedGates: rubric?.allowed_gates?.classes ?? [],
    otherGates: text(rubric?.allowed_gates?.deduction),
    mostGates: text(rubric?.most_gates?.count),
    extraGate: text(rubric?.most_gates?.deduction),
    floor: text(rubric?.floor),
  };
}

/** The rules that are on; null if none is. A rule without its other half is not a number, as `checkRubric` finds. */
export function rubricOf(draft: DraftRubric): Rubric | null {
  const { allowedGates, otherGates, mostGates, extraGate } = draft;
  const single = {
    right_rows_from: draft.rightRowsFrom,
    inverted: draft.inverted,
    extra_output: draft.extraOutput,
    floor: draft.floor,
  };
  const rubric: Rubric = {
    ...Object.fromEntries(
      Object.entries(single)
        .filter(([, text]) => text !== "")
        .map(([name, text]) => [name, Number(text)]),
    ),
    ...((allowedGates.length > 0 || otherGates !== "") && {
      allowed_gates: { classes: [...allowedGates], deduction: numberOf(otherGates) },
    }),
    ...((mostGates !== "" || extraGate !== "") && {
      most_gates: { count: numberOf(mostGates), deduction: numberOf(extraGate) },
    }),
  };
  return Object.keys(rubric).length === 0 ? null : rubric;
}

/** All errors of the rubric of item `index` (from 0) whose keys are worth `maximum` together. */
export function checkDraftRubric(
  draft: DraftRubric,
  { index, maximum }: { readonly index: number; readonly maximum: number },
): RuleIssue[] {
  return checkRubric(rubricOf(draft) ?? {}, maximum).map((issue) => {
    return { ...issue, field: `items[${index}].rubric.${issue.field}` };
  });
}

function numberOf(text: string): number {
  return text === "" ? Number.NaN : Number(text);
}
