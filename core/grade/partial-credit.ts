import { sum } from "../basics/numbers.ts";
import { count } from "../basics/texts.ts";
import { bitAt, type Column, equalColumns, notColumn } from "../boolean/column.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { GateClass } from "../rules/gates.ts";
import { classList, type Rubric } from "../rules/tasks/rubric.ts";
import type { WantedColumn } from "./item-function.ts";

/** Points that a wrong output earns anyway, and why. */
export interface PartialCredit {
  /** Whole points, fewer than the key's, unless the rubric gives an inverted output all of them. */
  readonly points: number;
  /** "3 of 4 rows are right: 3 of 5 points." */
  readonly reason: string;
}

/**
 * What a wrong output of a key worth `maximum` points earns by the rubric; null for nothing. Points are rounded down.
 */
export function partialCredit(
  maximum: number,
  { column, matters, got, rubric }: WantedColumn & { readonly got: Column; readonly rubric: Rubric },
): PartialCredit | null {
  if (rubric.inverted !== undefined && equalColumns(notColumn(column), got, matters)) {
    const points = Math.floor((maximum * rubric.inverted) / 100);
    return credit(points, { maximum, why: `Inverted, ${rubric.inverted} %` });
  }
  if (rubric.right_rows_from === undefined) return null;
  const rows = Array.from({ length: column.rows }, (_, row) => row).filter((row) => !matters || bitAt(matters, row));
  const right = rows.filter((row) => bitAt(column, row) === bitAt(got, row)).length;
  if (100 * right < rubric.right_rows_from * rows.length) return null;
  const points = Math.floor((maximum * right) / rows.length);
  return credit(points, { maximum, why: `${right} of ${rows.length} rows are right` });
}

function credit(points: number, { maximum, why }: { maximum: number; why: string }): PartialCredit | null {
  return points === 0 ? null : { points, reason: `${why}: ${points} of ${count(maximum, "point")}.` };
}

/** Points added or taken off for an item as a whole. */
export interface Adjustment {
  readonly rule: "extra_output" | "allowed_gates" | "most_gates" | "floor";
  /** Below 0 for a deduction. */
  readonly points: number;
  /** "2 extra outputs: 2 points off." */
  readonly reason: string;
}

/** What the rules for a whole drawing depend on. */
export interface DrawnItem {
  /** The points of its outputs together. */
  readonly earned: number;
  /** Outputs that no key asks for. */
  readonly extraOutputs: number;
  /** Null or missing: the rules about gates do not apply. */
  readonly netlist?: Netlist | null | undefined;
}

/** The rubric's deductions, in its order, and its floor; the total never falls below 0 or the floor. */
export function adjustments(rubric: Rubric, { earned, extraOutputs, netlist }: DrawnItem): Adjustment[] {
  const off = [
    ...extraOutputRule(rubric, extraOutputs),
    ...(netlist ? [...allowedGatesRule(rubric, netlist), ...mostGatesRule(rubric, netlist)] : []),
  ];
  const left = earned + sum(off.map(({ points }) => points));
  const least = rubric.floor ?? 0;
  if (left >= least) return off;
  const reason = least === 0 ? "No fewer than 0 points." : `At least ${count(least, "point")} for a drawing.`;
  return [...off, { rule: "floor", points: least - left, reason }];
}

function extraOutputRule({ extra_output: each }: Rubric, extra: number): Adjustment[] {
  if (each === undefined || extra === 0) return [];
  return [deduction("extra_output", { points: each * extra, why: count(extra, "extra output") })];
}

function allowedGatesRule({ allowed_gates: rule }: Rubric, { gates }: Netlist): Adjustment[] {
  if (rule === undefined) return [];
  const drawn = gates.flatMap(({ gateClass, inputs }): GateClass[] => {
    return inputs.some(({ inverted }) => inverted) ? [gateClass, "NOT"] : [gateClass];
  });
  const others = drawn.filter((name) => !rule.classes.includes(name));
  if (others.length === 0) return [];
  const why = `${classList(others)} drawn, asked for ${classList(rule.classes)} only`;
  return [deduction("allowed_gates", { points: rule.deduction, why })];
}

function mostGatesRule({ most_gates: rule }: Rubric, { gates }: Netlist): Adjustment[] {
  if (rule === undefined || gates.length <= rule.count) return [];
  const why = `${gates.length} gates drawn, ${rule.count} are enough`;
  return [deduction("most_gates", { points: rule.deduction * (gates.length - rule.count), why })];
}

function deduction(rule: Adjustment["rule"], { points, why }: { points: number; why: string }): Adjustment {
  return { rule, points: -points, reason: `${why}: ${count(points, "point")} off.` };
}
