import type { Change } from "../../core/answers/change.ts";
import { explainAnswer } from "../../core/answers/explain-answer.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";
import type { GateErrors } from "./average-precision.ts";

/**
 * Why a page was read wrongly, by the first difference: its gates, otherwise the letters of its inputs, otherwise what
 * is missing in the netlist or superfluous.
 */
export const CAUSES = [
  "gate missed",
  "gate too many",
  "gate of another class",
  "name",
  "output missing",
  "output too many",
  "input missing",
  "input too many",
  "inversion",
  "one wire",
  "several wires",
] as const;

export type Cause = (typeof CAUSES)[number];

/** A page's reading and its truth. */
export interface Misread {
  readonly reading: Pick<PageReading, "netlist" | "inputs" | "outputs">;
  readonly truth: Pick<SketchTruth, "inputs" | "outputs">;
  /** Equal for some renaming of the inputs. */
  readonly topology: boolean;
  readonly errors: GateErrors;
}

/** The cause of a wrong reading. If the gates are right, it is the one change that would make the circuit right. */
export function firstCause({ reading, truth, topology, errors }: Misread): Cause {
  if (topology) return "name";
  if (errors.missed > 0) return "gate missed";
  if (errors.tooMany > 0) return "gate too many";
  if (errors.otherClass > 0) return "gate of another class";
  const outputs = reading.outputs.length - truth.outputs.length;
  if (outputs !== 0) return outputs < 0 ? "output missing" : "output too many";
  const inputs = reading.inputs.length - truth.inputs.length;
  if (inputs !== 0) return inputs < 0 ? "input missing" : "input too many";
  const keys = truth.outputs.map(({ expression }) => ({ expression, grade: 1 }));
  const { outcome, changes } = explainAnswer(reading.netlist, keys);
  if (outcome !== "one") return "several wires";
  return changes.some(isInversion) ? "inversion" : "one wire";
}

function isInversion({ kind }: Change): boolean {
  return kind === "pin-inversion" || kind === "input-inversion" || kind === "output-inversion";
}
