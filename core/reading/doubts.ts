import { applyHomographyToBox } from "../geometry/homography.ts";
import type { GateMark } from "../marks/marks.ts";
import { circuitProblem } from "../netlist/circuit-problems.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { Problem } from "../rules/problem.ts";

/** A gate with less confidence than this sends the page to review, and so does a left-out gate with more. */
const SURE_GATE = 0.5;

/** Gates of the circuit that may not be gates, or may be of another class. */
export function uncertainGates({ gates }: Netlist): Problem[] {
  return gates
    .filter((gate) => (gate.confidence ?? 1) < SURE_GATE)
    .map((gate) => circuitProblem("uncertain-gate", gate, gate));
}

/** Gates that the detector found but the circuit contradicts. */
export function gatesLeftOut(
  page: CleanPage,
  { believed, kept }: { believed: readonly GateMark[]; kept: readonly GateMark[] },
): Problem[] {
  return believed
    .filter((gate) => gate.confidence >= SURE_GATE && !kept.includes(gate))
    .map((gate) => circuitProblem("doubtful-gate", gate, { box: applyHomographyToBox(page.toPicture, gate.box) }));
}
