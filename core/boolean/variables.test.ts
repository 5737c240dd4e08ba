import { describe, expect, it } from "vitest";
import { not, operation, variable } from "./expression.ts";
import { compareNames, variablesOf } from "./variables.ts";

describe("variablesOf", () => {
  it("gives each name once, in natural order", () => {
    const names = ["D10", "B", "D2", "A", "B", "Cin"];
    const expression = operation("or", [not(operation("and", names.map(variable))), variable("A")]);
    expect(variablesOf(expression)).toEqual(["A", "B", "Cin", "D2", "D10"]);
  });

  it("takes several expressions together", () => {
    expect(variablesOf([variable("B"), variable("A"), variable("B")])).toEqual(["A", "B"]);
    expect(variablesOf([])).toEqual([]);
  });
});

describe("compareNames", () => {
  it("is a total order, also for names that differ in leading zeros only", () => {
    const names = ["x10", "x9", "x09", "X1", "a", "B", "x9"];
    expect(names.sort(compareNames)).toEqual(["B", "X1", "a", "x09", "x9", "x9", "x10"]);
    expect(compareNames("x9", "x9")).toBe(0);
  });
});

describe("operation", () => {
  it("takes two operands or more", () => {
    expect(() => operation("and", [variable("A")])).toThrow("An and takes at least two operands, got 1");
  });
});
