import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../testdata/parse.ts";
import { readList } from "../testdata/read-list.ts";
import { constant, type Expression, not, operation, variable } from "./expression.ts";
import { parseExpression } from "./parse-expression.ts";
import { printExpression } from "./print-expression.ts";

const [A, B, C, D] = ["A", "B", "C", "D"].map(variable) as [Expression, Expression, Expression, Expression];

/** A text of the same language in JavaScript, whose ~ & ^ | rank as ours do; there an AND must be written. */
function isExpressionInJavaScript(text: string): boolean {
  try {
    new Function("A", "B", `return ${text.replace(/([AB)])(?=\s*[AB(~])/g, "$1 & ")};`);
    return true;
  } catch {
    return false;
  }
}

describe("parseExpression", () => {
  it.each([
    ["A | B ^ C & ~D", operation("or", [A, operation("xor", [B, operation("and", [C, not(D)])])])],
    ["~A & B", operation("and", [not(A), B])],
    ["~(A & B)", not(operation("and", [A, B]))],
    ["A & B & C", operation("and", [A, B, C])],
    ["(A & B) & C", operation("and", [operation("and", [A, B]), C])],
    ["A & (B & C)", operation("and", [A, operation("and", [B, C])])],
    ["((A))", A],
    ["~~A", not(not(A))],
    ["\tA\n^ B ", operation("xor", [A, B])],
    ["A + B ⊕ C ⋅ ¬D", operation("or", [A, operation("xor", [B, operation("and", [C, not(D)])])])],
    ["A || B && C", operation("or", [A, operation("and", [B, C])])],
    ["A && (B | C)", operation("and", [A, operation("or", [B, C])])],
    ["A * !B", operation("and", [A, not(B)])],
    ["A'' + B’C′", operation("or", [not(not(A)), operation("and", [not(B), not(C)])])],
    ["~A'", not(not(A))],
    ["a(B + c)'", operation("and", [A, not(operation("or", [B, C]))])],
    ["F = A&prime; &and; B &oplus; &not;C", operation("xor", [operation("and", [not(A), B]), not(C)])],
    ["(A &amp; B)&#x27; | &#172;C", operation("or", [not(operation("and", [A, B])), not(C)])],
    ["bool f = A && !B;", operation("and", [A, not(B)])],
    ["assign F = A ^ 1'b1;", operation("xor", [A, constant(1)])],
    ["(A ∧ ⊤) ∨ ⊥", operation("or", [operation("and", [A, constant(1)]), constant(0)])],
    ["AB^CD", operation("xor", [operation("and", [A, B]), operation("and", [C, D])])],
    ["A~B", operation("and", [A, not(B)])],
    ["A & BC", operation("and", [A, B, C])],
    ["A ^ 1 | 0", operation("or", [operation("xor", [A, constant(1)]), constant(0)])],
    ["Cin' | ab", operation("or", [not(variable("Cin")), variable("ab")])],
    ["AB | X1", operation("or", [variable("AB"), variable("X1")])],
    ["Cin | D3 & x1_", operation("or", [variable("Cin"), operation("and", [variable("D3"), variable("x1_")])])],
  ])("reads %s", (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it("ranks every pair of operators: the tighter one binds first, whatever the order", () => {
    const tightness = { "|": 0, "^": 1, "&": 2 } as const;
    const kinds = { "|": "or", "^": "xor", "&": "and" } as const;
    const symbols = ["|", "^", "&"] as const;
    for (const first of symbols) {
      for (const second of symbols) {
        if (first === second) continue;
        const expected =
          tightness[first] > tightness[second]
            ? operation(kinds[second], [operation(kinds[first], [A, B]), C])
            : operation(kinds[first], [A, operation(kinds[second], [B, C])]);
        expect(parse(`A ${first} B ${second} C`), `A ${first} B ${second} C`).toEqual(expected);
      }
    }
  });

  it("accepts exactly the token sequences up to five tokens that JavaScript accepts", () => {
    const tokens = ["A", "B", "~", "&", "|", "^", "(", ")"];
    let texts = [""];
    let accepted = 0;
    for (let length = 1; length <= 5; length += 1) {
      texts = texts.flatMap((text) => tokens.map((token) => `${text} ${token}`));
      for (const text of texts) {
        const ok = parseExpression(text).ok;
        if (ok) accepted += 1;
        if (ok !== isExpressionInJavaScript(text)) expect.fail(`"${text}" was ${ok ? "accepted" : "rejected"}`);
      }
    }
    expect(accepted).toBeGreaterThan(100);
  });

  it("reads every line of the list of valid expressions", () => {
    for (const text of readList("expressions/valid.txt")) expect(parseExpression(text).ok, text).toBe(true);
  });

  it.each([
    ["A ^", "expected-operand", "expected an operand", 3],
    ["", "expected-operand", "expected an operand", 0],
    ["  ", "expected-operand", "expected an operand", 2],
    ["A & & B", "expected-operand", "expected an operand", 4],
    ["()", "expected-operand", "expected an operand", 1],
    ["A Cin", "expected-operator", "expected an operator", 2],
    ["Cin ~B", "expected-operator", "expected an operator", 4],
    ["X1(X2)", "expected-operator", "expected an operator", 2],
    ["1 A", "expected-operator", "expected an operator", 2],
    ["A 1", "expected-operator", "expected an operator", 2],
    ["A & 'B", "expected-operand", "expected an operand", 4],
    ["~1", "expected-variable", "expected a variable", 1],
    ["A && B | C", "expected-parentheses", "expected parentheses: && next to | has two meanings", 2],
    ["A(B + C && D)", "expected-parentheses", "expected parentheses: && next to + has two meanings", 8],
    ["A)", "expected-operator", "expected an operator", 1],
    ["(A H)", "expected-operator", "expected an operator", 3],
    ["A & 2", "expected-operand", "expected an operand", 4],
    ["A &constructor; B", "expected-operator", "expected an operator: each output needs a key of its own", 14],
    ["A = B", "unexpected-character", 'unexpected character "=": only an output\'s name may be in front of it', 2],
    ["A & \u{1F600}", "unexpected-character", 'unexpected character "\u{1F600}"', 4],
    ["B | (A & C", "unclosed-parenthesis", "unclosed parenthesis", 4],
  ])("says what is wrong with %j and where", (text, code, what, offset) => {
    const parsed = parseExpression(text);
    expect(parsed).toEqual({
      ok: false,
      error: { code, offset, reason: what, message: `Cannot parse expression "${text}": ${what} at ${offset}` },
    });
  });

  it("shows of a long text only what is around the place", () => {
    const parsed = parseExpression(`${"A | ".repeat(500)}?${" | B".repeat(500)}`);
    expect(parsed.ok ? "" : parsed.error.message).toBe(
      `Cannot parse expression "…${"| A ".repeat(7)}| ?${" | B".repeat(7)} …": unexpected character "?": write A ? B : C as A & B | ~A & C at 2000`,
    );
  });

  it.each([
    ["A ^ B | (C & ~A)", true],
    ["Cin & X1", true],
    ["A & 1", true],
    ["a", false],
    ["AB", false],
    ["A + B", false],
    ["!A", false],
    ["A'", false],
    ["A && B", false],
    ["A &amp; B", false],
  ])("%s uses only the specification's notation: %s", (text, asSpecified) => {
    expect(parseExpression(text)).toMatchObject({ ok: true, asSpecified });
  });

  it("gives an error, not an overflow, for absurd nesting", () => {
    expect(parseExpression(`${"(".repeat(400)}A${")".repeat(400)}`).ok).toBe(true);
    for (const text of ["(".repeat(100_000), "~".repeat(100_000), "!".repeat(100_000)]) {
      const parsed = parseExpression(text);
      expect(parsed.ok ? null : [parsed.error.code, parsed.error.offset]).toEqual(["too-deep", 500]);
    }
    for (const text of [`A${"'".repeat(100_000)}`, `${"(".repeat(400)}A${")''".repeat(400)}`]) {
      const primes = parseExpression(text);
      expect(primes.ok ? null : primes.error.code).toBe("too-deep");
    }
  });

  it("does not take primes of different operands for nesting", () => {
    expect(parse("(A' + B')' + ".repeat(600).concat("A'"))).toMatchObject({ kind: "or" });
  });

  it("takes any text: an expression that prints again or an error inside the text", () => {
    const anyText = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom(..."ABbx01_~&|^()+⋅⊕¬!'* ") }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseExpression(text);
        if (parsed.ok) return parseExpression(printExpression(parsed.expression)).ok;
        return parsed.error.offset >= 0 && parsed.error.offset <= text.length;
      }),
      { numRuns: 3000 },
    );
  });
});
