import type { GateClass } from "../../../../core/rules/gates.ts";
import type { Rubric } from "../../../../core/rules/tasks/rubric.ts";

const PLAIN_RULES = ["right_rows_from", "inverted", "extra_output", "floor"] as const;

/** The numbers of a rubric, named as in its issues. */
export type RubricNumber =
  | (typeof PLAIN_RULES)[number]
  | "allowed_gates.deduction"
  | "most_gates.count"
  | "most_gates.deduction";

/** An item's rubric while it is edited: what is typed for each number, and the gates that may be used. */
export interface DraftRubric {
  readonly numbers: Readonly<Partial<Record<RubricNumber, string>>>;
  readonly gates: readonly GateClass[];
}

export function draftRubricOf(rubric: Rubric | null): DraftRubric {
  const { allowed_gates: allowed, most_gates: most, ...plain } = rubric ?? {};
  const numbers = Object.entries({
    ...plain,
    "allowed_gates.deduction": allowed?.deduction,
    "most_gates.count": most?.count,
    "most_gates.deduction": most?.deduction,
  });
  return {
    numbers: Object.fromEntries(numbers.map(([name, value]) => [name, value?.toString()])),
    gates: allowed?.classes ?? [],
  };
}

/**
 * The rules that are on; null if none is. If one half of a rule is missing, its number is NaN, which `checkRubric` finds;
 * with `whole`, the rule is left out.
 */
export function rubricOf({ numbers, gates }: DraftRubric, { whole = false } = {}): Rubric | null {
  const at = (name: RubricNumber) => Number.parseInt(numbers[name] ?? "", 10);
  const isOn = (...halves: boolean[]) => (whole ? halves.every(Boolean) : halves.some(Boolean));
  const [deduction, count, extra] = [at("allowed_gates.deduction"), at("most_gates.count"), at("most_gates.deduction")];
  const rubric: Rubric = {
    ...Object.fromEntries(PLAIN_RULES.filter((name) => numbers[name]).map((name) => [name, at(name)])),
    ...(isOn(gates.length > 0, deduction >= 0) && { allowed_gates: { classes: [...gates], deduction } }),
    ...(isOn(count >= 0, extra >= 0) && { most_gates: { count, deduction: extra } }),
  };
  return Object.keys(rubric).length === 0 ? null : rubric;
}
