import { boxAround } from "../geometry/boxes.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import { applyHomographyToBox } from "../geometry/homography.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { Problem } from "../rules/problem.ts";
import type { Fault } from "../wires/decide/fault.ts";
import type { Wires } from "../wires/read-wires.ts";
import { circuitProblem } from "./circuit-problems.ts";

/** The faults that only the ink shows. The netlist has all others, and `checkNetlist` reports them. */
const SEEN_IN_INK: Partial<Record<Fault["kind"], "undriven-wire" | "joined-inputs" | "loose-bubble">> = {
  undriven: "undriven-wire",
  "joined-inputs": "joined-inputs",
  "lost-bubble": "loose-bubble",
};

/** From this difference of the costs on, an end was left free although it does not look free. */
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

/** What is wrong with the wires but not visible in the netlist: each fault of a gate or a net once. */
export function wiringProblems(page: CleanPage, wires: Wires): Problem[] {
  const place = (box: PageBox | undefined) => ({ box: box && applyHomographyToBox(page.toPicture, box) });
  const faults = new Map(wires.faults.map((fault) => [`${fault.kind} ${fault.gate ?? ""} ${fault.net ?? ""}`, fault]));
  return [
    ...[...faults.values()].flatMap((fault) => {
      const code = SEEN_IN_INK[fault.kind];
      return code === undefined ? [] : [circuitProblem(code, {}, place(placeOf(fault, wires)))];
    }),
    ...wires.loops.map((box) => circuitProblem("closed-loop", {}, place(box))),
    ...refusedEnds(wires).map((gate) => circuitProblem("extra-wire", {}, place(wires.gates.bodies[gate]!.box))),
  ];
}

function placeOf(fault: Fault, wires: Wires): PageBox | undefined {
  if (fault.gate !== undefined) return wires.gates.bodies[fault.gate]?.box;
  const points = wires.lines.filter((line) => line.net === fault.net).flatMap((line) => line.points);
  return points.length === 0 ? undefined : boxAround(points);
}
