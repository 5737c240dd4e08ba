import { expect, it } from "vitest";
import { gradeItem } from "../../core/grade/grade-item.ts";
import { drawnItem } from "./item-keys.ts";

const HALF_ADDER = {
  id: "half adder",
  inputs: ["A", "B"],
  outputs: [
    { name: "S", expression: "A ^ B" },
    { name: "C", expression: "A & B" },
  ],
};

it("gives full marks to what was drawn, and fewer with every wrong key", () => {
  const { drawn, right, wrong } = drawnItem(HALF_ADDER)!;
  expect(gradeItem(right, drawn)).toMatchObject({ status: "graded", points: 2 });
  expect(wrong).toHaveLength(6);
  expect(new Set(wrong.map((keys) => JSON.stringify(keys))).size).toBe(6);
  for (const keys of wrong) expect(gradeItem(keys, drawn).points).toBeLessThan(2);
  expect(drawnItem(HALF_ADDER)).toEqual({ drawn, right, wrong });
});

it("takes inputs of other names for A, B, C in their order", () => {
  const { right } = drawnItem({
    ...HALF_ADDER,
    inputs: ["D1", "D0"],
    outputs: [{ name: "Y", expression: "D1 & ~D0" }],
  })!;
  expect(right[0]!.expression).toBe("A & ~B");
});

it("has no keys for more inputs than keys may have", () => {
  const inputs = ["A", "B", "C", "D", "E", "F", "G", "H"];
  expect(drawnItem({ ...HALF_ADDER, inputs })).toBeNull();
});

it("takes inputs in lower case for those of the expressions", () => {
  const { drawn } = drawnItem({ ...HALF_ADDER, inputs: ["a", "b"], outputs: [{ name: "f", expression: "a & ~b" }] })!;
  expect(drawn.inputs).toEqual(["A", "B"]);
});
