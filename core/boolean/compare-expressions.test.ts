import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryExpression } from "../testdata/arbitrary-expression.ts";
import { parse } from "../testdata/parse.ts";
import { compareExpressions } from "./compare-expressions.ts";
import { not, operation, variable } from "./expression.ts";

describe("compareExpressions", () => {
  it.each([
    ["A & B", "~(~A | ~B)"],
    ["A ^ B", "(A & ~B) | (~A & B)"],
    ["A", "A & (B | ~B)"],
    ["(A ^ B) ^ C", "A ^ (B ^ C)"],
    ["A ^ A", "B & ~B"],
  ])("finds %s and %s equivalent", (left, right) => {
    expect(compareExpressions(parse(left), parse(right))).toMatchObject({ equivalent: true, firstDifference: null });
  });

  it("gives the first differing row, its assignment and both values, over the variables of both", () => {
    expect(compareExpressions(parse("A & B"), parse("A | C"))).toEqual({
      equivalent: false,
      variables: ["A", "B", "C"],
      firstDifference: {
        row: 1,
        assignment: [
          { name: "A", value: 0 },
          { name: "B", value: 0 },
          { name: "C", value: 1 },
        ],
        left: 0,
        right: 1,
      },
    });
  });

  it("obeys De Morgan's laws on random expressions and distinguishes every expression from its complement", () => {
    const any = arbitraryExpression(["A", "B", "C", "D"]);
    fc.assert(
      fc.property(any, any, (a, b) => {
        const both = not(operation("and", [a, b]));
        expect(compareExpressions(both, operation("or", [not(a), not(b)])).equivalent).toBe(true);
        expect(compareExpressions(a, not(a)).firstDifference?.row).toBe(0);
      }),
    );
  });

  it("refuses more than twenty variables together", () => {
    const many = operation(
      "or",
      Array.from({ length: 21 }, (_, index) => variable(`x${index}`)),
    );
    expect(() => compareExpressions(many, variable("x0"))).toThrow(RangeError);
  });
});
