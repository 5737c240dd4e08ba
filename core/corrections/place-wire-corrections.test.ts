import { expect, it } from "vitest";
import { circuitProblem } from "../netlist/circuit-problems.ts";
import { withoutAccepted } from "./place-wire-corrections.ts";

const at = (x: number) => ({ x, y: 0, width: 40, height: 40 });
const open = (x: number) => circuitProblem("open-input", { gateClass: "AND", pins: [1] }, { box: at(x) });

it("a problem that is drawn so is settled at its place, and nowhere else", () => {
  const problems = [open(0), open(200), circuitProblem("unused-gate", { gateClass: "AND" }, { box: at(0) })];
  const accepted = { kind: "accept", code: "open-input", at: { x: 50, y: 20 } } as const;
  expect(withoutAccepted(problems, [accepted])).toEqual(problems.slice(1));
  expect(withoutAccepted(problems, [{ ...accepted, at: { x: 120, y: 20 } }])).toEqual(problems);
  expect(withoutAccepted(problems, [])).toEqual(problems);
});

it("a problem of the whole page needs no place", () => {
  const problems = [circuitProblem("no-output", {}), circuitProblem("too-many-lines", {})];
  const accepted = problems.map(({ code }) => ({ kind: "accept", code, at: null }) as const);
  expect(withoutAccepted(problems, accepted)).toEqual(problems.slice(1));
});
