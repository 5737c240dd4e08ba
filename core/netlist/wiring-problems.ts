import type { PageBox } from "../geometry/coordinates.ts";
import { applyHomographyToBox } from "../geometry/homography.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { Problem } from "../rules/problem.ts";
import type { Fault } from "../wires/find-faults.ts";
import type { Wires } from "../wires/read-wires.ts";

const SAYS: Readonly<Record<Fault["kind"], { code: string; message: string }>> = {
  "open-input": {
    code: "open-input",
    message: "A gate has an input without a wire: check whether one is missing here.",
  },
  "extra-input": {
    code: "extra-input",
    message: "An inverter has more than one wire at its input: check what it reads.",
  },
  "no-output": { code: "unconnected-gate", message: "No wire leaves this gate: check whether its output is used." },
  shorted: { code: "shorted-outputs", message: "Two gate outputs are wired together: check the wires here." },
  undriven: { code: "undriven-wire", message: "This wire has no source: check where its signal comes from." },
  "joined-inputs": { code: "joined-inputs", message: "Two inputs are wired together: check the wires between them." },
  feedback: {
    code: "feedback",
    message: "A gate's output leads back to its own input: only circuits without feedback are read.",
  },
  "lost-bubble": {
    code: "loose-bubble",
    message: "An inversion circle does not belong to one wire: check this input.",
  },
};

const CLOSED_LOOP = {
  code: "closed-loop",
  message: "Wires close to a ring here: boxes other than the seven gates are not read, check what this is.",
};

const REFUSED_END = {
  code: "extra-wire",
  message: "A wire ends at this gate without being one of its pins: check what the gate reads.",
};

/** An end was left free against its looks from this difference of the costs on. */
const REFUSED = 0.6;

/** Gates at which a wire ends that was not taken for a pin, though it looks like one. */
function refusedEnds({ decisions, lines, pins }: Wires): number[] {
  const gates = decisions.flatMap(({ decision: { options, edge }, chosen }) => {
    const looks = options[0];
    if (edge === undefined || looks?.pin === undefined || chosen.free !== true) return [];
    if (chosen.cost - looks.cost < REFUSED) return [];
    const { gate } = looks.pin;
    const isKnown = pins.some((pin) => pin.gate === gate && pin.net === lines[edge]!.net);
    return isKnown ? [] : [gate];
  });
  return [...new Set(gates)];
}

/** The faults of a reading in the user's words, with their places in pixels of the upright original picture. */
export function wiringProblems(page: CleanPage, wires: Wires, { outputs }: { outputs: number }): Problem[] {
  const problems: Problem[] = wires.faults.map((fault) => {
    const box = placeOf(fault, wires);
    return { ...SAYS[fault.kind], ...(box === undefined ? {} : { box: applyHomographyToBox(page.toPicture, box) }) };
  });
  for (const box of wires.loops) problems.push({ ...CLOSED_LOOP, box: applyHomographyToBox(page.toPicture, box) });
  for (const gate of refusedEnds(wires)) {
    problems.push({ ...REFUSED_END, box: applyHomographyToBox(page.toPicture, wires.gates.bodies[gate]!.box) });
  }
  if (wires.gates.bodies.length === 0) {
    problems.push({ code: "no-gates", message: "No gates were found: check that the page shows a circuit." });
  } else if (outputs === 0) {
    problems.push({ code: "no-output", message: "No output was found: check where the circuit ends." });
  }
  return problems;
}

function placeOf(fault: Fault, wires: Wires): PageBox | undefined {
  if (fault.gate !== undefined) return wires.gates.bodies[fault.gate]?.box;
  const points = wires.lines.filter((line) => line.net === fault.net).flatMap((line) => line.points);
  if (points.length === 0) return undefined;
  const x = points.reduce((least, point) => Math.min(least, point.x), Number.POSITIVE_INFINITY);
  const y = points.reduce((least, point) => Math.min(least, point.y), Number.POSITIVE_INFINITY);
  const right = points.reduce((most, point) => Math.max(most, point.x), x);
  const bottom = points.reduce((most, point) => Math.max(most, point.y), y);
  return { x, y, width: right - x, height: bottom - y };
}
