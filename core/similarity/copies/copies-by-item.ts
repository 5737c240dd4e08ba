import { sum } from "../../basics/numbers.ts";
import type { LaidOutCircuit } from "../layouts/laid-out-circuit.ts";
import { type CopySearch, type FoundCopies, findCopies } from "./find-copies.ts";

/** A drawing and the question that it answers; null is a separate question. */
export interface AnswerDrawing {
  readonly item: number | null;
  readonly circuit: LaidOutCircuit;
}

export interface ItemCopies extends FoundCopies {
  readonly item: number | null;
  /** How many of the compared drawings are from earlier terms. */
  readonly earlier: number;
}

/** How many drawings of the task itself were compared: not those of earlier terms, and none without gates. */
export function comparedCount(items: readonly ItemCopies[]): number {
  return sum(items.map(({ compared, earlier }) => compared - earlier));
}

/** `findCopies` for each item separately: answers to different items are not compared with each other. */
export function copiesByItem(
  drawings: readonly AnswerDrawing[],
  { earlier = [], ...search }: Omit<CopySearch, "earlier"> & { earlier?: readonly AnswerDrawing[] } = {},
): ItemCopies[] {
  const items = [...new Set(drawings.map(({ item }) => item))].sort((a, b) => (a ?? 0) - (b ?? 0));
  const of = (all: readonly AnswerDrawing[], item: number | null) =>
    all.filter((drawing) => drawing.item === item).map(({ circuit }) => circuit);
  return items.map((item) => {
    const before = of(earlier, item);
    const found = findCopies(of(drawings, item), { ...search, earlier: before });
    const left = new Set(found.notCompared);
    return { item, earlier: before.filter(({ id }) => !left.has(id)).length, ...found };
  });
}
