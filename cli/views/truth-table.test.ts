import { expect, test } from "vitest";
import { truthTableText } from "./truth-table.ts";

test("columns are aligned under their names, also under long ones", () => {
  const text = truthTableText({
    inputs: ["A", "IN2"],
    outputs: [
      { name: "A ⊕ IN2", rows: ["000", "011", "101", "110"] },
      { name: "Y", rows: ["001", "010", "100", "110"] },
    ],
  });
  expect(text).toBe(
    [
      "A IN2 │ A ⊕ IN2 │ Y",
      "──────┼─────────┼──",
      "0 0   │ 0       │ 1",
      "0 1   │ 1       │ 0",
      "1 0   │ 1       │ 0",
      "1 1   │ 0       │ 0",
      "",
    ].join("\n"),
  );
});

test("the example in its comment is correct", () => {
  expect(truthTableText({ inputs: ["A"], outputs: [{ name: "¬A", rows: ["01", "10"] }] })).toBe(
    "A │ ¬A\n──┼───\n0 │ 1\n1 │ 0\n",
  );
});
