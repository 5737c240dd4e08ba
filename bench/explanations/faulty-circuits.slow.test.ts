import { expect, it } from "vitest";
import { FAULTS, randomCircuit, withFault } from "./faulty-circuits.ts";
import { explainFaults } from "./measure-explanations.ts";

it("names a change that repairs at least 90 % of 100 faulty circuits, as grading finds", () => {
  const outcomes = explainFaults({ count: 100, seed: "test" });
  expect(new Set(outcomes.map(({ fault }) => fault))).toEqual(new Set(FAULTS));
  expect(outcomes.filter(({ repaired }) => repaired).length).toBeGreaterThanOrEqual(90);
});

it("makes the same circuits and faults from the same seed", () => {
  expect(randomCircuit("1")).toEqual(randomCircuit("1"));
  expect(randomCircuit("1")).not.toEqual(randomCircuit("2"));
  const options = { fault: "another gate", seed: "1" } as const;
  expect(withFault(randomCircuit("1"), options)).toEqual(withFault(randomCircuit("1"), options));
});
