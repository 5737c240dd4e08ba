import { describe, expect, it } from "vitest";
import { parseTaskFile } from "./task-file.ts";

const task = {
  schema_version: 1,
  id: "t1",
  title: "Half adder",
  type: "quiz",
  items: [
    {
      item: 1,
      keys: [
        { expression: "A ^ B", grade: 5 },
        { expression: "X1 & X2", grade: 5 },
      ],
    },
  ],
};

function issuesOf(change: object): (readonly [string, string])[] {
  const parsed = parseTaskFile(JSON.stringify({ ...task, ...change }));
  return parsed.ok ? [] : parsed.issues.map((issue) => [issue.field, issue.message]);
}

describe("parseTaskFile", () => {
  it("reads a task, with a byte order mark and unknown fields too", () => {
    const text = `\uFEFF${JSON.stringify({ ...task, note: "ignored" })}`;
    expect(parseTaskFile(text)).toEqual({ ok: true, task, translated: [], unknown: ["note"] });
  });

  it("takes only items and ids that a template's QR code can say", () => {
    const item = (number: number) => ({ items: [{ ...task.items[0], item: number }] });
    expect(issuesOf(item(9999))).toEqual([]);
    expect(issuesOf(item(10_000))).toEqual([["items[0].item", "Items end at 9999"]]);
    expect(issuesOf({ id: "x".repeat(100) })).toEqual([]);
    expect(issuesOf({ id: "x".repeat(101) })).toEqual([["id", "A task's id has at most 100 characters"]]);
    for (const id of [".", ".."]) expect(issuesOf({ id })).toEqual([["id", "A task's id must not be . or .."]]);
  });

  it("reads an item's rubric, and names the rule that is wrong or not known", () => {
    const withRubric = (rubric: object) => ({ items: [{ ...task.items[0], rubric }] });
    const rubric = { right_rows_from: 75, allowed_gates: { classes: ["NAND"], deduction: 2 }, floor: 1 };
    const parsed = parseTaskFile(JSON.stringify({ ...task, ...withRubric(rubric) }));
    expect(parsed.ok && parsed.task.items[0]?.rubric).toEqual(rubric);
    expect(issuesOf(withRubric({ floor: 11, inverted: 101 }))).toEqual([
      ["items[0].rubric.inverted", "The share for an inverted output must be a whole number from 0 to 100."],
      ["items[0].rubric.floor", "The minimum points cannot be more than the item's 10."],
    ]);
    expect(issuesOf(withRubric({ flour: 1 }))).toEqual([["items[0].rubric", 'Unrecognized key: "flour"']]);
    expect(issuesOf(withRubric({ allowed_gates: { classes: ["WIRE"], deduction: 1 } }))).toEqual([
      ["items[0].rubric.allowed_gates.classes[0]", "A gate must be one of AND, OR, NOT, NAND, NOR, XOR, XNOR"],
    ]);
  });

  it.each([
    [{ schema_version: 2 }, "schema_version", "schema_version must be 1"],
    [{ schema_version: undefined }, "schema_version", "schema_version must be 1"],
    [{ id: "" }, "id", "A task needs an id"],
    [{ template_key: "short" }, "template_key", "template_key needs 16 characters or more"],
    [{ title: " " }, "title", "Title is required."],
    [{ title: undefined }, "title", "Title is required."],
    [{ title: "x".repeat(31) }, "title", "Title cannot exceed 30 characters."],
    [
      { type: "homework" },
      "type",
      "type must be one of quiz, activity, exercise, prelims, midterm, prefinals, finals, project, assignment, review, lab, mockexam",
    ],
    [
      { student_id_pattern: "[" },
      "student_id_pattern",
      "student_id_pattern must be a regular expression, such as [A-Z]{2}[0-9]{6}",
    ],
    [
      { student_id_pattern: "([0-9]+)+X" },
      "student_id_pattern",
      "student_id_pattern is too complex: use at most four of * + ? {2,4} and (a|b), and repeat none of them",
    ],
    [{ items: [] }, "items", "At least one answer key is required."],
    [{ items: {} }, "items", "items must be a list"],
    [{ items: [{ item: 0, keys: task.items[0]?.keys }] }, "items[0].item", "Items count from 1"],
    [
      { items: [{ item: 1, keys: [] }] },
      "items[0].keys",
      "Each answer key should have at least one expression and grade.",
    ],
    [
      { items: [{ item: 1, keys: [{ expression: "A", grade: 2.5 }] }] },
      "items[0].keys[0].grade",
      "A grade must be a whole number",
    ],
    [
      { items: [{ item: 1, keys: [{ expression: "A", grade: "5" }] }] },
      "items[0].keys[0].grade",
      "A grade must be a number",
    ],
    [
      { items: [{ item: 1, keys: [{ expression: "A", grade: -1 }] }] },
      "items[0].keys[0].grade",
      "A grade must not be negative",
    ],
    [{ items: [{ item: 1, keys: [{ grade: 1 }] }] }, "items[0].keys[0].expression", "An expression must be a text"],
    [
      {
        items: [
          ...task.items,
          {
            item: 3,
            keys: [
              { expression: "A", grade: 1 },
              { expression: "A = B", grade: 1 },
            ],
          },
        ],
      },
      "items[1].keys[1].expression",
      "Invalid expression for Item 3 - Answer Key 2. Accepted symbols: ~ | & ^. Inputs should be labeled as A, B, C, ... G.",
    ],
    [{ items: [...task.items, ...task.items] }, "items[1].item", "Item 1 is listed twice"],
  ])("names the place and the fault of %j", (change, field, message) => {
    expect(issuesOf(change)).toEqual([[field, message]]);
  });

  it("translates keys as people type them, and says so", () => {
    const keys = [
      { expression: "A & B", grade: 1 },
      { expression: "ab + c'", grade: 2 },
    ];
    const parsed = parseTaskFile(JSON.stringify({ ...task, items: [{ item: 4, keys }] }));
    expect(parsed.ok && parsed.task.items[0]?.keys.map(({ expression }) => expression)).toEqual([
      "A & B",
      "A & B | ~C",
    ]);
    expect(parsed.ok && parsed.translated).toEqual([{ item: 4, key: 2, typed: "ab + c'", expression: "A & B | ~C" }]);
  });

  it("has a list of minterms next to the expression, also if that is where it was", () => {
    const saved = { expression: "B", minterms: "OUT(A,B) = Σm(1) + d(3)", grade: 1 };
    const keys = [saved, { expression: saved.minterms, grade: 1 }, { expression: "Σm(1) + d(3)", grade: 1 }];
    const parsed = parseTaskFile(JSON.stringify({ ...task, items: [{ item: 4, keys }] }));
    expect(parsed.ok && parsed.task.items[0]?.keys).toEqual([saved, saved, saved]);
    expect(parsed.ok && parsed.translated).toEqual([
      { item: 4, key: 3, typed: "Σm(1) + d(3)", expression: saved.minterms },
    ]);
  });

  it("refuses an expression that is not the one of the list next to it", () => {
    const keys = [{ expression: "A | B", minterms: "Σm(1) + d(3)", grade: 1 }];
    expect(issuesOf({ items: [{ item: 4, keys }] })).toEqual([
      [
        "items[0].keys[0].minterms",
        "Item 4 - Answer Key 1: the expression and the minterms differ. Keep the one that you want.",
      ],
    ]);
  });

  it("gathers every fault", () => {
    expect(issuesOf({ id: 7, title: "", items: [{ item: 1.5, keys: [] }] }).map(([field]) => field)).toEqual([
      "id",
      "title",
      "items[0].item",
      "items[0].keys",
    ]);
  });

  it("refuses a key that is there twice, of which one would be lost", () => {
    const text = `{ "schema_version": 1, "id": "t", "title": "T", "type": "quiz", "items": [
      { "item": 1, "keys": [{ "expression": "A", "grade": 1 }], "rubric": {},
        "keys": [{ "expression": "A & B", "grade": 1, "grade": 2 }] }] }`;
    expect(parseTaskFile(text)).toEqual({
      ok: false,
      issues: [
        { code: "key-repeated", field: "", message: message("keys") },
        { code: "key-repeated", field: "", message: message("grade") },
      ],
    });
    function message(key: string): string {
      return `"${key}" is there twice (line 3), and only one would count: remove one`;
    }
  });

  it("says why a text is not a JSON", () => {
    const parsed = parseTaskFile("{ items: ");
    expect(parsed.ok ? [] : parsed.issues).toMatchObject([{ code: "not-json", field: "" }]);
    expect(parsed.ok ? "" : parsed.issues[0]?.message).toMatch(/^Not JSON: ./);
    expect(parseTaskFile("[]").ok).toBe(false);
    expect(parseTaskFile("null").ok).toBe(false);
  });
});

describe("parseTaskFile with names", () => {
  const named = (names: object, expression = "S1 & S0'") => ({
    items: [{ item: 1, names, keys: [{ expression, grade: 5 }] }],
  });

  it("gives keys the names of their item, and reads them in these names", () => {
    const names = { inputs: ["S1", "S0"], outputs: ["Y"] };
    const parsed = parseTaskFile(JSON.stringify({ ...task, ...named(names) }));
    expect(parsed.ok && parsed.task.items[0]?.keys).toEqual([
      { expression: "S1 & ~S0", grade: 5, inputs: ["S1", "S0"], output: "Y" },
    ]);
    expect(parsed.ok && parsed.translated).toEqual([{ item: 1, key: 1, typed: "S1 & S0'", expression: "S1 & ~S0" }]);
  });

  it("refuses wrong names, and keys with others", () => {
    expect(issuesOf(named({ inputs: ["S1", "or"] }, "S1"))).toEqual([
      ["items[0].names.inputs", "or is the word of an operator."],
    ]);
    expect(issuesOf(named({ inputs: ["S1", "S0"] }, "S1 & A"))).toEqual([
      [
        "items[0].keys[0].expression",
        "Invalid expression for Item 1 - Answer Key 1. Accepted symbols: ~ | & ^. Inputs should be labeled as S1, S0.",
      ],
    ]);
  });
});
