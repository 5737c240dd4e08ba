import { describe, expect, it } from "vitest";
import { checkRubric, classList, type Rubric, rubricWords } from "./rubric.ts";

describe("checkRubric", () => {
  it.each<[Rubric, number]>([
    [{}, 0],
    [{ right_rows_from: 0, inverted: 0, floor: 0 }, 0],
    [{ right_rows_from: 99, inverted: 100, extra_output: 1, floor: 5 }, 5],
    [{ allowed_gates: { classes: ["NAND"], deduction: 2 }, most_gates: { count: 1, deduction: 1 } }, 5],
  ])("takes %j", (rubric, maximum) => {
    expect(checkRubric(rubric, maximum)).toEqual([]);
  });

  it.each<[Rubric, string, string]>([
    [{ right_rows_from: 100 }, "right_rows_from", "The share of correct rows must be a whole number from 0 to 99."],
    [{ right_rows_from: 12.5 }, "right_rows_from", "The share of correct rows must be a whole number from 0 to 99."],
    [{ inverted: -1 }, "inverted", "The share for an inverted output must be a whole number from 0 to 100."],
    [{ extra_output: 0 }, "extra_output", "The points off must be a whole number from 1 to 999999."],
    [
      { allowed_gates: { classes: ["OR"], deduction: Number.NaN } },
      "allowed_gates.deduction",
      "The points off must be a whole number from 1 to 999999.",
    ],
    [
      { allowed_gates: { classes: [], deduction: 1 } },
      "allowed_gates.classes",
      "Choose at least one gate that may be used.",
    ],
    [
      { most_gates: { count: 0, deduction: 1 } },
      "most_gates.count",
      "The number of gates must be a whole number from 1 to 1000.",
    ],
    [
      { most_gates: { count: 1, deduction: 0 } },
      "most_gates.deduction",
      "The points off must be a whole number from 1 to 999999.",
    ],
    [{ floor: 6 }, "floor", "The minimum points cannot be more than the item's 5."],
  ])("refuses %j", (rubric, field, message) => {
    expect(checkRubric(rubric, 5)).toEqual([{ code: "rubric-invalid", field, message }]);
  });
});

it("rubricWords states each rule in a sentence", () => {
  const rubric: Rubric = {
    right_rows_from: 75,
    inverted: 50,
    extra_output: 1,
    allowed_gates: { classes: ["NOT", "NAND"], deduction: 2 },
    most_gates: { count: 5, deduction: 1 },
    floor: 1,
  };
  expect(rubricWords(rubric)).toEqual([
    "A wrong output with at least 75 % correct rows earns that share of its points.",
    "An inverted output earns 50 % of its points.",
    "1 point off for each extra output.",
    "2 points off for gates other than NOT and NAND.",
    "1 point off for each gate beyond 5.",
    "At least 1 point.",
  ]);
  expect([rubricWords(null), rubricWords({}), classList(["XOR", "AND", "NOR"])]).toEqual([[], [], "AND, NOR and XOR"]);
});
