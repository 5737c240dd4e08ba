import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryExpression } from "../testdata/arbitrary-expression.ts";
import { displayExpression, normalizeExpression, savedName, userExpression, userName } from "./forms.ts";
import { parseExpression } from "./parse-expression.ts";
import { printExpression } from "./print-expression.ts";
import { VARIABLE_LETTERS } from "./variable-letters.ts";
import { renameVariables } from "./variables.ts";

describe("savedName and userName", () => {
  it("pair A to G with X1 to X7 and leave other names alone", () => {
    const saved = VARIABLE_LETTERS.map((letter) => savedName(letter));
    expect(saved).toEqual(["X1", "X2", "X3", "X4", "X5", "X6", "X7"]);
    expect(saved.map((name) => userName(name))).toEqual(VARIABLE_LETTERS);
    for (const name of ["H", "a", "X0", "X8", "X10", "Cin", "X"]) {
      expect([savedName(name), userName(name)]).toEqual([name, name]);
    }
  });
});

describe("normalizeExpression", () => {
  it.each([
    ["A ^ B | (C & ~A)", "X1 ^ X2 | (X3 & ~X1)"],
    ["  ~G  ", "~X7"],
    ["X2&B", "X2&X2"],
    ["AB & A1 & a & H", "AB & A1 & a & H"],
    ["AB + c'", "X1 & X2 | ~X3"],
    ["(a || b)(a+C)", "(X1 | X2) & (X1 | X3)"],
    ["A ⊕ 1", "X1 ^ 1"],
    ["A ^", "X1 ^"],
    ["", ""],
  ])("turns %j into %j", (user, saved) => {
    expect(normalizeExpression(user)).toBe(saved);
  });

  it("is undone by userExpression and keeps the meaning", () => {
    fc.assert(
      fc.property(arbitraryExpression(VARIABLE_LETTERS), (expression) => {
        const user = printExpression(expression, { nesting: "minimal" });
        const saved = normalizeExpression(user);
        expect(userExpression(saved)).toBe(user);
        expect(normalizeExpression(saved)).toBe(saved);
        const parsed = parseExpression(printExpression(renameVariables(expression, savedName)));
        expect(parsed).toEqual(parseExpression(normalizeExpression(printExpression(expression))));
      }),
      { numRuns: 500 },
    );
  });
});

describe("displayExpression", () => {
  it.each([
    ["X1 ^ X2 | (X3 & ~X1)", "A ⊕ B + C ⋅ ¬A"],
    ["A ^ B | (C & ~A)", "A ⊕ B + C ⋅ ¬A"],
    ["~(A | G)", "¬(A + G)"],
    ["A ^", "A ^"],
  ])("shows %s as %s", (text, display) => {
    expect(displayExpression(text)).toBe(display);
  });
});
