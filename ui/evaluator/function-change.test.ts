import { expect, it } from "vitest";
import { type Computed, describeFunctionChange } from "./function-change.ts";

function computed(
  inputs: string,
  outputs: Readonly<Record<string, readonly [expression: string, column: string]>>,
): Computed {
  return {
    inputs: inputs.split(" "),
    outputs: Object.entries(outputs).map(([name, [expression, column]]) => {
      return { name, expression, truth_table: [...column] };
    }),
  };
}

it("says of each output what it was and is, in the signs that pages show", () => {
  const before = computed("A B", { Y: ["A | B", "0111"], Z: ["A", "01"] });
  const after = computed("A B", { Y: ["A & B", "0001"], Z: ["A", "01"] });
  expect(describeFunctionChange(before, after)).toEqual({ words: "Y was A + B, now A ⋅ B.", addsInputs: false });
});

it("says that inputs are new, which a correction seldom means", () => {
  const before = computed("A B", { Y: ["A | B", "0111"] });
  const after = computed("A B C", { Y: ["A & B | C", "01010111"] });
  expect(describeFunctionChange(before, after)).toEqual({
    words: "Y was A + B, now A ⋅ B + C. There are more inputs than before: C.",
    addsInputs: true,
  });
});

it("names outputs that came and went, and is silent about a function that is only drawn otherwise", () => {
  const before = computed("A B", { Y: ["A | B", "0111"], Z: ["A & B", "0001"] });
  const after = computed("A B", { Y: ["B | A", "0111"], X: ["~A", "10"] });
  expect(describeFunctionChange(before, after).words).toBe("X is new: ¬A. Z is gone.");
  expect(describeFunctionChange(before, { ...before })).toEqual({ words: "No function changed.", addsInputs: false });
});

it("counts outputs after the third, and shortens long expressions", () => {
  const names = ["V", "W", "X", "Y", "Z"];
  const all = (expression: string, column: string) =>
    computed("A B", Object.fromEntries(names.map((name) => [name, [expression, column] as const])));
  const long = Array.from({ length: 30 }, () => "A & B").join(" | ");
  const { words } = describeFunctionChange(all("A | B", "0111"), all(long, "0001"));
  expect(words).toMatch(/^V was A \+ B, now A ⋅ B \+ .{50,}…\. W was .* 2 more outputs changed\.$/);
  expect(words.split("…")).toHaveLength(4);
});
