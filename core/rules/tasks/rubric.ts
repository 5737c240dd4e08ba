import { count } from "../../basics/texts.ts";
import { GATE_CLASSES, type GateClass } from "../gates.ts";
import type { RuleIssue } from "../rule-issue.ts";

/**
 * What an item's drawing earns in addition to the points of its correct outputs, and what it loses. Every rule may be
 * missing; without any, an output earns its points if its whole table is correct, and otherwise nothing. Names are
 * those of `task.json`.
 */
export interface Rubric {
  /** With at least this percentage of correct rows, a wrong output earns that share of its points. */
  readonly right_rows_from?: number | undefined;
  /** Percent of its points for an output whose every row is inverted. */
  readonly inverted?: number | undefined;
  /** Points off for each output that no key asks for. */
  readonly extra_output?: number | undefined;
  /** Points off, once, if a gate of another class is drawn. A bubble at a gate's input is a NOT. */
  readonly allowed_gates?: { readonly classes: readonly GateClass[]; readonly deduction: number } | undefined;
  /** Points off for each gate beyond this many. */
  readonly most_gates?: { readonly count: number; readonly deduction: number } | undefined;
  /** The minimum points of a drawing, if it can be compared with the keys. */
  readonly floor?: number | undefined;
}

const MOST_POINTS = 999_999;
const MOST_GATES = 1000;

/**
 * Everything wrong with a rubric for keys of `maximum` points together; a field is named like `most_gates.count`.
 *
 * @example
 * checkRubric({ floor: 7 }, 5); // [{ code: "rubric-invalid", field: "floor", message: "The minimum points cannot …" }]
 */
export function checkRubric(rubric: Rubric, maximum: number): RuleIssue[] {
  const { right_rows_from, inverted, extra_output, allowed_gates, most_gates, floor } = rubric;
  return [
    ...checkNumber(right_rows_from, { field: "right_rows_from", label: "The share of correct rows", most: 99 }),
    ...checkNumber(inverted, { field: "inverted", label: "The share for an inverted output", most: 100 }),
    ...checkNumber(extra_output, { field: "extra_output", label: DEDUCTION, least: 1 }),
    ...checkNumber(allowed_gates?.deduction, { field: "allowed_gates.deduction", label: DEDUCTION, least: 1 }),
    ...(allowed_gates?.classes.length === 0
      ? [invalid("allowed_gates.classes", "Choose at least one gate that may be used.")]
      : []),
    ...checkNumber(most_gates?.count, {
      field: "most_gates.count",
      label: "The number of gates",
      least: 1,
      most: MOST_GATES,
    }),
    ...checkNumber(most_gates?.deduction, { field: "most_gates.deduction", label: DEDUCTION, least: 1 }),
    ...checkNumber(floor, { field: "floor", label: "The minimum points" }),
    ...((floor ?? 0) > maximum
      ? [invalid("floor", `The minimum points cannot be more than the item's ${maximum}.`)]
      : []),
  ];
}

const DEDUCTION = "The points off";

interface NumberRule {
  readonly field: string;
  readonly label: string;
  readonly least?: number;
  readonly most?: number;
}

function checkNumber(value: number | undefined, { field, label, least = 0, most = MOST_POINTS }: NumberRule) {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return [];
  return [invalid(field, `${label} must be a whole number from ${least} to ${most}.`)];
}

function invalid(field: string, message: string): RuleIssue {
  return { code: "rubric-invalid", field, message };
}

/**
 * A rubric in words, one sentence per rule; empty if there is no rule.
 *
 * @example
 * rubricWords({ inverted: 50, floor: 1 }); // ["An inverted output earns 50 % of its points.", "At least 1 point."]
 */
export function rubricWords(rubric: Rubric | null | undefined): string[] {
  if (!rubric) return [];
  const { right_rows_from: from, inverted, extra_output, allowed_gates, most_gates, floor } = rubric;
  return [
    ...(from === undefined
      ? []
      : [`A wrong output with at least ${from} % correct rows earns that share of its points.`]),
    ...(inverted === undefined ? [] : [`An inverted output earns ${inverted} % of its points.`]),
    ...(extra_output === undefined ? [] : [`${count(extra_output, "point")} off for each extra output.`]),
    ...(allowed_gates === undefined
      ? []
      : [`${count(allowed_gates.deduction, "point")} off for gates other than ${classList(allowed_gates.classes)}.`]),
    ...(most_gates === undefined
      ? []
      : [`${count(most_gates.deduction, "point")} off for each gate beyond ${most_gates.count}.`]),
    ...(floor === undefined ? [] : [`At least ${count(floor, "point")}.`]),
  ];
}

/** In the order of every table: "NAND and NOT". */
export function classList(classes: readonly GateClass[]): string {
  const sorted = GATE_CLASSES.filter((name) => classes.includes(name));
  return sorted.length < 2 ? sorted.join() : `${sorted.slice(0, -1).join(", ")} and ${sorted.at(-1)}`;
}
