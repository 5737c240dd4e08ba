import { compareTexts } from "../basics/texts.ts";
import { deriveExpressions } from "../expressions/derive-expressions.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { READING } from "../rules/limits.ts";
import { circuitText } from "./circuit-name.ts";
import type { PageLook } from "./evidence.ts";
import { type LikelyReading, likelyReadings } from "./likely-readings.ts";

/** A function that a page may show. */
export interface LikelyFunction {
  /** Equal for readings whose outputs compute the same of the same inputs. */
  readonly text: string;
  /** The share of all readings that compute it, 0 … 1. */
  readonly share: number;
  /** The likeliest reading of these. */
  readonly reading: LikelyReading;
}

/** The functions that a page's looks make possible, the likeliest first. */
export function likelyFunctions(looks: readonly PageLook[]): LikelyFunction[] {
  const found = new Map<string, LikelyFunction>();
  for (const reading of likelyReadings(looks)) {
    const text = functionText(reading.netlist);
    const before = found.get(text);
    found.set(text, {
      text,
      share: (before?.share ?? 0) + reading.share,
      reading: before?.reading ?? reading,
    });
  }
  return [...found.values()].sort((a, b) => b.share - a.share);
}

/**
 * The look whose likeliest circuit has the likeliest function of all; of equal ones one without faults, then the first.
 */
export function bestLook(
  looks: readonly PageLook[],
  functions: readonly LikelyFunction[] = likelyFunctions(looks),
): number {
  const ranked = looks.map(({ circuits: [own] }, index) => {
    if (own === undefined) return { index, share: -1, faults: Number.POSITIVE_INFINITY };
    const text = functionText(own.netlist);
    return { index, share: functions.find((each) => each.text === text)?.share ?? 0, faults: own.faults };
  });
  const isFaulty = ({ faults }: { faults: number }) => Number(faults > 0);
  return ranked.sort((a, b) => isFaulty(a) - isFaulty(b) || b.share - a.share || a.index - b.index)[0]?.index ?? 0;
}

/** Whether two looks or more show the same function as their likeliest, whatever else they make possible. */
export function agree(looks: readonly PageLook[]): boolean {
  const texts = looks.map(({ circuits: [own] }) => own && functionText(own.netlist));
  return looks.length > 1 && texts.every((text) => text !== undefined && text === texts[0]);
}

/** What a netlist computes, whatever the names of its outputs; with many inputs, its structure. */
export function functionText(netlist: Netlist): string {
  const names = new Set(netlist.inputs.map(({ name }) => name));
  if (names.size > READING.comparedInputs) return circuitText(netlist);
  const { inputs, outputs } = deriveExpressions(netlist);
  const columns = outputs.map(({ truthTable }) => truthTable?.column.words.join(",") ?? "none");
  return `${inputs.join()} ${columns.sort(compareTexts).join(" ")}`;
}
