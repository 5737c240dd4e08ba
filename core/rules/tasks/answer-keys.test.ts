import { describe, expect, it } from "vitest";
import { userExpression } from "../../boolean/forms.ts";
import { readList } from "../../testdata/read-list.ts";
import { checkAnswerKeys, checkKeyExpression, inputsOfItem, namesFromKeys, savedKey } from "./answer-keys.ts";
import { itemLabel } from "./item-list.ts";

const key = { expression: "A ^ B", grade: "5" };

describe("checkKeyExpression", () => {
  it("takes every line of the list of valid expressions, also in the saved form", () => {
    for (const text of readList("expressions/valid.txt")) {
      const check = checkKeyExpression(text);
      expect(check.ok && /^[X0-7 ~|&^()]+$/.test(check.saved.expression), text).toBe(true);
    }
  });

  it("understands every line of the list of notations, and saves it as the specification writes it", () => {
    for (const line of readList("expressions/notations.txt")) {
      const [typed = "", meaning = ""] = line.split("\t");
      const check = checkKeyExpression(typed);
      expect(check.ok && userExpression(check.saved.expression), typed).toBe(meaning);
    }
  });

  it.each(["invalid", "ambiguous"])("refuses every line of the list of %s expressions", (name) => {
    for (const text of readList(`expressions/${name}.txt`)) {
      expect(checkKeyExpression(text), text).toMatchObject({ ok: false, code: "expression-invalid" });
    }
  });

  it("counts the characters as they are typed, in whichever form they come", () => {
    const typed = "(A & B & C) | (A & B & D) | (A & C & D) | (B & C & D) | (A & E & F) | (B & E & F & G)";
    const check = checkKeyExpression(typed);
    expect(check.ok && check.saved.expression.length).toBeGreaterThan(100);
    expect(checkKeyExpression(check.ok ? check.saved.expression : "").ok).toBe(true);
    expect(checkKeyExpression(`A${" & A".repeat(25)}`)).toMatchObject({ ok: false, code: "expression-too-long" });
  });

  it("gives the saved form and the tree", () => {
    expect(checkKeyExpression(" A & ~X2 ")).toEqual({
      ok: true,
      saved: { expression: "X1 & ~X2" },
      translated: false,
      list: null,
      expression: {
        kind: "and",
        operands: [
          { kind: "variable", name: "A" },
          { kind: "not", operand: { kind: "variable", name: "B" } },
        ],
      },
    });
  });

  it("translates what people type, and leaves out spaces where it would be too long to be saved", () => {
    expect(checkKeyExpression("ab + c'")).toMatchObject({ ok: true, saved: { expression: "X1 & X2 | ~X3" } });
    const compact = checkKeyExpression(`${"AB+".repeat(24)}C`);
    expect(compact).toMatchObject({ ok: true, saved: { expression: `${"X1&X2|".repeat(24)}X3` } });
    expect(checkKeyExpression(compact.ok ? compact.saved.expression : "")).toEqual({ ...compact, translated: false });
    expect(checkKeyExpression(`${"ABC+".repeat(20)}D`)).toEqual({
      ok: false,
      code: "expression-too-long",
      reason: "written with ~ & ^ | it has 121 characters; at most 100 are saved",
      offset: 0,
      length: 81,
    });
  });

  it.each([
    ["A ^", "expected an operand", 3, 0],
    ["  A & B1 | C", "B1 is not an input: use A to G, or name the item's inputs", 6, 2],
    ["A xor xor B", "expected an operand", 6, 1],
    [`A${" & A".repeat(30)} `, "at most 100 characters are saved", 100, 21],
  ])("says what is wrong with %j and where", (text, reason, offset, length) => {
    expect(checkKeyExpression(text)).toMatchObject({ ok: false, reason, offset, length });
  });

  it.each([
    ["Σm(1,2)", { expression: "~X1 & X2 | X1 & ~X2" }],
    ["ΠM(0,3)", { expression: "~X1 & X2 | X1 & ~X2" }],
    ["A\tB\tY\n0\t0\t0\n0\t1\t0\n1\t0\t0\n1\t1\t1", { expression: "X1 & X2" }],
    ["Σm(1,2) + d(3)", { expression: "X2 | X1", minterms: "OUT(A,B) = Σm(1,2) + d(3)" }],
    ["F(A,B) = Σm(1) + d(3)", { expression: "X2", minterms: "OUT(A,B) = Σm(1) + d(3)" }],
  ])("saves %j as %j, and that as it is", (text, saved) => {
    expect(savedKey({ expression: text })).toEqual(saved);
    expect(savedKey(saved)).toEqual(saved);
  });

  it("saves the list, too, if its expression has more than 100 characters", () => {
    const parity = Array.from({ length: 64 }, (_, row) => row).filter(
      (row) => row.toString(2).replaceAll("0", "").length % 2,
    );
    const saved = savedKey({ expression: `Σm(${parity.join(", ")})` });
    expect(saved.minterms).toMatch(/^OUT\(A,B,C,D,E,F\) = Σm\(1,2,4,7,8,/);
    expect(saved.expression).toMatch(/^~X1 & ~X2 & ~X3 & ~X4 & ~X5 & X6 \|/);
    expect(saved.expression.split(" | ")).toHaveLength(32);
  });

  it.each([
    ["Σm(0-3)", "the output is 1 in every row that matters"],
    ["ΠM(0-3)", "the output is 0 in every row that matters"],
    ["Σm(1,2) + d(2)", "2 is listed twice"],
    ["A Y\n0 X\n1 X", "no row matters"],
    ["A Y\n0 X\n1 1\n", "the output is 1 in every row that matters"],
    [
      "A B Y Z\n0 0 1 0\n0 1 0 0\n1 0 0 0\n1 1 1 1",
      "the table has 2 outputs: paste it into the form, which makes a key of each",
    ],
    ["A Y\n0 1\n1 2", '"2" is not 0, 1 or X (line 3)'],
  ])("refuses %j", (text, reason) => {
    expect(checkKeyExpression(text)).toMatchObject({ ok: false, code: "expression-invalid", reason });
  });

  it("reads a list over the letters of the item's other keys", () => {
    const texts = ["Σm(1,2)", "A & C", "Σm(3)"];
    expect(inputsOfItem(texts)).toBe(3);
    expect(inputsOfItem(["Σm(1)", "nonsense &"])).toBe(2);
    expect(checkKeyExpression("Σm(1,2)", inputsOfItem(texts))).toMatchObject({
      saved: { expression: "~X1 & ~X2 & X3 | ~X1 & X2 & ~X3" },
    });
  });

  it("takes 100 characters as typed and no more", () => {
    const hundred = `${"A | ".repeat(24)}~~~A`;
    expect(hundred.length).toBe(100);
    expect(checkKeyExpression(hundred).ok).toBe(true);
    expect(checkKeyExpression(`~${hundred}`)).toMatchObject({ ok: false, code: "expression-too-long" });
    expect(checkKeyExpression("   ")).toMatchObject({ ok: false, code: "expression-required" });
  });
});

describe("checkAnswerKeys", () => {
  it("finds nothing wrong with good keys", () => {
    expect(checkAnswerKeys([[key], [key, { expression: "~G", grade: "0" }]])).toEqual([]);
  });

  it.each([
    [
      { ...key, expression: " " },
      "expression",
      "expression-required",
      "Expression is required for Item 2 - Answer Key 1.",
    ],
    [
      { ...key, expression: "~".repeat(101) },
      "expression",
      "expression-too-long",
      "Expression cannot exceed 100 characters for Item 2 - Answer Key 1.",
    ],
    [
      { ...key, expression: "A = B" },
      "expression",
      "expression-invalid",
      "Invalid expression for Item 2 - Answer Key 1. Accepted symbols: ~ | & ^. Inputs should be labeled as A, B, C, ... G.",
    ],
    [{ ...key, grade: "" }, "grade", "grade-required", "Grade is required for Item 2 - Answer Key 1."],
    [{ ...key, grade: "2.5" }, "grade", "grade-not-digits", "Grade must be a whole number for Item 2 - Answer Key 1."],
  ])("says what is wrong with %j", (bad, field, code, message) => {
    expect(checkAnswerKeys([[key], [bad]])).toEqual([{ code, field: `items[1].keys[0].${field}`, message }]);
  });

  it("gathers everything, in order", () => {
    const issues = checkAnswerKeys([[{ expression: "", grade: "" }, key], [], [key, { expression: "H", grade: "-1" }]]);
    expect(issues.map((issue) => [issue.field, issue.message])).toEqual([
      ["items[0].keys[0].expression", "Expression is required for Item 1 - Answer Key 1."],
      ["items[0].keys[0].grade", "Grade is required for Item 1 - Answer Key 1."],
      ["items[1].keys", "Each answer key should have at least one expression and grade."],
      [
        "items[2].keys[1].expression",
        "Invalid expression for Item 3 - Answer Key 2. Accepted symbols: ~ | & ^. Inputs should be labeled as A, B, C, ... G.",
      ],
      ["items[2].keys[1].grade", "Grade must be a whole number for Item 3 - Answer Key 2."],
    ]);
  });

  it("wants the expression next to a list of minterms to match it in the rows that matter", () => {
    const list = { grade: "5", minterms: "Σm(2) + d(3)" };
    expect(checkAnswerKeys([["", "A", "X1", "A & ~B"].map((expression) => ({ ...list, expression }))])).toEqual([]);
    expect(checkAnswerKeys([[{ ...list, expression: "A | B" }]])).toEqual([
      {
        code: "minterms-differ",
        field: "items[0].keys[0].minterms",
        message: "Item 1 - Answer Key 1: the expression and the minterms differ. Keep the one that you want.",
      },
    ]);
  });

  it("wants at least one item", () => {
    expect(checkAnswerKeys([]).map((issue) => issue.message)).toEqual(["At least one answer key is required."]);
  });

  it("labels items from 1", () => {
    expect(itemLabel(1)).toBe("Item 1");
  });
});

describe("namesFromKeys", () => {
  it.each([
    [null, ["Y = A & B"], ["Y"]],
    [null, ["$F = AB$", "assign G1 = A;"], ["F", "G1"]],
    [null, ["Y(A, B) = Σm(1)", "A | B", "Z = A"], ["Y"]],
    [{ inputs: ["F", "x"], outputs: [] }, ["Y = F x"], ["Y"]],
    [{ inputs: [], outputs: ["Sum"] }, ["Y = A & B"], ["Sum"]],
    [null, ["F(A,B) = Σm(1)"], ["F"]],
    [null, ["F(A, B) = Σm(1) + d(2)", "G = A"], ["F", "G"]],
    // How lists are stored, two keys of one name, and names that are none.
    [null, ["OUT(A,B) = Σm(1) + d(2)"], []],
    [null, ["Y = A", "Y = B"], []],
    [null, ["Overflow_of_all = A"], []],
    [null, ["A & B"], []],
  ])("of %j and %j are %j", (names, keys, outputs) => {
    expect(namesFromKeys(names, keys)?.outputs ?? []).toEqual(outputs);
  });
});

describe("checkKeyExpression with names", () => {
  const names = ["S1", "S0", "x"];

  it.each([
    ["S1 S0' + x", { expression: "X1 & ~X2 | X3" }, null],
    ["X1 ^ x", { expression: "X1 ^ X3" }, null],
    ["Y = Σm(1, 3)", { expression: "~X1 & X3" }, "OUT(S1,S0,x) = Σm(1,3)"],
    [
      "Y(x, S1) = Σm(2) + d(0)",
      { expression: "~X1", minterms: "OUT(X1,X2,X3) = Σm(1,3) + d(0,2)" },
      "OUT(S1,S0,x) = Σm(1,3) + d(0,2)",
    ],
    [
      "F(X1,X2,X3) = Σm(1,3) + d(0,2)",
      { expression: "~X1", minterms: "OUT(X1,X2,X3) = Σm(1,3) + d(0,2)" },
      "OUT(S1,S0,x) = Σm(1,3) + d(0,2)",
    ],
    ["s0 s1 Y\n0 0 0\n0 1 1\n1 0 0\n1 1 0", { expression: "X1 & ~X2" }, "OUT(S1,S0) = Σm(2)"],
    ["p q Y\n0 0 0\n0 1 1\n1 0 0\n1 1 0", { expression: "~X1 & X2" }, "OUT(S1,S0) = Σm(1)"],
  ])("saves %j as %j", (text, saved, list) => {
    const check = checkKeyExpression(text, names);
    expect(check).toMatchObject({ ok: true, list });
    expect(check.ok && check.saved).toEqual(saved);
  });

  it.each([
    ["S1 & A", "A is not an input: use S1, S0, x", 5],
    ["S1 & X4", "X4 is not an input: use S1, S0, x", 5],
    ["Σm(8)", "8 is not a row: with 3 inputs they end at 7", 3],
    ["Y(S1, B) = Σm(1)", "B is not an input: use S1, S0, x", 0],
    ["S0 q Y\n0 0 0\n0 1 1\n1 0 0\n1 1 0", "the table's inputs are S0, q, the item's S1, S0, x", 0],
  ])("refuses %j: %s", (text, reason, offset) => {
    expect(checkKeyExpression(text, names)).toMatchObject({ ok: false, reason, offset });
  });

  it("reads a saved list whose left side is an input's name, too", () => {
    const saved = "OUT(X1,X2) = Σm(1) + d(3)";
    for (const text of ["Σm(1) + d(3)", saved, "OUT(Out,x) = Σm(1) + d(3)"]) {
      expect(checkKeyExpression(text, ["Out", "x"]), text).toMatchObject({
        saved: { expression: "X2", minterms: saved },
      });
    }
  });

  it("counts a saved expression's characters over letters, however long its names are", () => {
    const long = ["Overflow", "Carry[1]"];
    const text = Array.from({ length: 12 }, () => "Overflow ^ Carry[1]").join(" ^ ");
    expect(checkKeyExpression(text, long)).toMatchObject({ ok: true });
    expect(checkKeyExpression(`${text} ^ ${text} ^ ${text}`, long)).toMatchObject({ code: "expression-too-long" });
  });
});
