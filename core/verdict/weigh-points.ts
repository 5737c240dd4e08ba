import { groupBy } from "../basics/group-by.ts";
import { sum } from "../basics/numbers.ts";
import { deriveExpressions, outputTables } from "../expressions/derive-expressions.ts";
import { gradeItem } from "../grade/grade-item.ts";
import { type AnswerKey, itemFunction } from "../grade/item-function.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";
import { circuitText } from "./circuit-name.ts";
import type { LikelyReading } from "./likely-readings.ts";

/** What some of a page's readings earn together. */
export interface WeighedPoints {
  /** Null if the tables cannot be compared. */
  readonly points: number | null;
  /** The share of all readings that earn them, 0 … 1. */
  readonly share: number;
  /** The likeliest of these readings. */
  readonly reading: LikelyReading;
  /** All of these readings. */
  readonly readings: readonly LikelyReading[];
}

/** The keys of an item, and its rubric. */
export interface GradedItem {
  readonly keys: readonly AnswerKey[];
  readonly rubric?: Rubric | null | undefined;
}

/**
 * What the readings of a page earn by the keys of its item, the likeliest points first.
 *
 * @throws {RangeError} if a key is not an expression.
 */
export function weighPoints(readings: readonly LikelyReading[], item: GradedItem): WeighedPoints[] {
  const pointsOf = pointsBy(item);
  const earners = groupBy(readings, ({ netlist }) => pointsOf(netlist));
  return [...earners]
    .map(([points, all]): WeighedPoints => {
      return { points, share: sum(all.map(({ share }) => share)), reading: all[0]!, readings: all };
    })
    .sort((a, b) => b.share - a.share);
}

/** What a circuit earns by the keys of an item; null if it cannot be compared with them. Equal ones are graded once. */
export function pointsBy({ keys, rubric }: GradedItem): (netlist: Netlist) => number | null {
  const { variables, isIdle } = itemFunction(keys);
  const least = variables.filter((_, index) => !isIdle(index)).length;
  const known = new Map<string, number | null>();
  const gradedPoints = (netlist: Netlist) => {
    const { inputs, outputs } = deriveExpressions(netlist);
    const tables = outputTables(outputs);
    if (tables.length === 0) return null;
    return gradeItem(keys, { inputs, outputs: tables, problems: [], netlist }, { rubric }).points;
  };
  return (netlist) => {
    // Tables that are hardly compared are not made: each additional input makes them twice as long.
    const inputs = new Set(netlist.inputs.map(({ name }) => name)).size;
    if (inputs < least || inputs > variables.length + 2) return null;
    const text = circuitText(netlist);
    if (!known.has(text)) known.set(text, gradedPoints(netlist));
    return known.get(text)!;
  };
}
