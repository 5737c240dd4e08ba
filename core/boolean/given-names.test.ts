import { describe, expect, it } from "vitest";
import { displayExpression, normalizeExpression, userExpression } from "./forms.ts";
import { parseExpression } from "./parse-expression.ts";
import { printExpression } from "./print-expression.ts";

const NAMES = ["S1", "S0", "S", "x", "Cin", "Q[0]", "a"];

function read(text: string): string {
  const parsed = parseExpression(text, NAMES);
  return parsed.ok ? printExpression(parsed.expression) : parsed.error.reason;
}

describe("parseExpression with names", () => {
  it.each([
    ["S1 & S0", "S1 & S0"],
    ["s1S0'", "S1 & ~S0"],
    ["SS1S", "S & S1 & S"],
    ["Sx + Cin", "(S & x) | Cin"],
    ["S_1 S[0] + s₁", "(S1 & S0) | S1"],
    ["Q0 xor q[0]", "Q[0] ^ Q[0]"],
    ["x[S + a]", "x & (S | a)"],
    ["x̄ + X¯", "~x | ~x"],
    ["xS0 + X", "(x & S0) | x"],
    ["xS + s", "s may be S or its complement: write all letters alike, and a complement as ~"],
    ["Y = CIN & A", "Cin & a"],
    ["NAND(S1, S0)", "~(S1 & S0)"],
    // A name that is not given is one name as it is, which keys refuse.
    ["S2 & B", "S2 & B"],
    ["Cin̄", 'unexpected character "̄": put ~ in front, with brackets around all that the overline is over'],
  ])("reads %s as %s", (text, expression) => {
    expect(read(text)).toBe(expression);
  });

  it("takes no input's name for an output's", () => {
    expect(read("S1 = x")).toBe('unexpected character "=": only an output\'s name may be in front of it');
  });
});

describe("forms with names", () => {
  it.each([
    ["S1 + Q[0]'", "X1 | ~X6", "S1 | ~Q[0]"],
    ["X2 & x", "X2 & X4", "S0 & x"],
    ["F(S,x) = Σm(1,2)", "F(X3,X4) = Σm(1,2)", "F(S,x) = Σm(1,2)"],
  ])("saves %s as %s and shows it as %s", (text, saved, shown) => {
    expect(normalizeExpression(text, NAMES)).toBe(saved);
    expect(normalizeExpression(shown, NAMES)).toBe(saved);
    expect(userExpression(saved, NAMES)).toBe(shown);
  });

  it("displays a name as one variable, also one of letters A to G", () => {
    expect(displayExpression("BAD & ~a | Q[0]")).toBe("BAD ⋅ ¬a + Q[0]");
    expect(displayExpression("X1 ^ X5", NAMES)).toBe("S1 ⊕ Cin");
  });
});
