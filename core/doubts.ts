import { applyHomographyToBox } from "./geometry/homography.ts";
import type { GateMark } from "./marks/marks.ts";
import type { Netlist } from "./netlist/netlist.ts";
import type { CleanPage } from "./page/clean-page.ts";
import type { Problem } from "./rules/problem.ts";

/** A gate that the detector is less sure of than this sends the page to review, and so does a surer one left out. */
const SURE_GATE = 0.5;

/** Gates of the circuit that may be none, or of another class. */
export function uncertainGates({ gates }: Netlist): Problem[] {
  return gates
    .filter((gate) => (gate.confidence ?? 1) < SURE_GATE)
    .map((gate) => ({
      code: "uncertain-gate",
      message: `This may not be a gate of class ${gate.gateClass}: check it.`,
      ...(gate.box ? { box: gate.box } : {}),
    }));
}

/** Gates that the detector believed and the circuit speaks against. */
export function gatesLeftOut(
  page: CleanPage,
  { believed, kept }: { believed: readonly GateMark[]; kept: readonly GateMark[] },
): Problem[] {
  return believed
    .filter((gate) => gate.confidence >= SURE_GATE && !kept.includes(gate))
    .map(({ gateClass, box }) => ({
      code: "doubtful-gate",
      message: `This looks like a gate of class ${gateClass}, but the wires say otherwise: check it.`,
      box: applyHomographyToBox(page.toPicture, box),
    }));
}

/** Two stages may see the same fault: of problems with one code and places that meet, the first is kept. */
export function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const kept: Problem[] = [];
  for (const problem of problems) {
    if (!kept.some((other) => other.code === problem.code && samePlace(other, problem))) kept.push(problem);
  }
  return kept;
}

function samePlace({ box: a }: Problem, { box: b }: Problem): boolean {
  if (a === undefined || b === undefined) return true;
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}
