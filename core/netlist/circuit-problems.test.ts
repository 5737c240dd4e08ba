import { describe, expect, it } from "vitest";
import { circuitProblem, isSettledByTerminal } from "./circuit-problems.ts";

const box = { x: 1, y: 2, width: 3, height: 4 };

describe("circuitProblem", () => {
  it("has the code, its message and its place", () => {
    expect(circuitProblem("closed-loop", {}, { box })).toEqual({
      code: "closed-loop",
      message: "The wires form a closed ring here. Boxes other than the seven gates are not read: check what this is.",
      box,
    });
    expect(circuitProblem("no-gates", {})).not.toHaveProperty("box");
  });

  it.each([
    [0, "no input, but needs at least two inputs"],
    [1, "one input, but needs at least two inputs"],
  ])("counts %i pins of a gate", (count, says) => {
    expect(circuitProblem("wrong-pin-count", { gateClass: "OR", count }).message).toContain(`The OR gate has ${says}:`);
  });

  it("asks an inverter for one input", () => {
    const { message } = circuitProblem("wrong-pin-count", { gateClass: "NOT", count: 3 });
    expect(message).toContain("The NOT gate has 3 inputs, but needs exactly one input:");
  });
});

describe("isSettledByTerminal", () => {
  it("is true for doubts about the end of a wire, not for faults of the circuit", () => {
    expect(isSettledByTerminal(circuitProblem("undriven-wire", {}))).toBe(true);
    expect(isSettledByTerminal(circuitProblem("idle-letter", { letter: "C" }))).toBe(true);
    expect(isSettledByTerminal(circuitProblem("joined-inputs", {}))).toBe(false);
  });
});
