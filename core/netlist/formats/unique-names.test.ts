import { expect, it } from "vitest";
import { uniqueNames } from "./unique-names.ts";
import { VERILOG_NAMES } from "./verilog-names.ts";

it("hands out each name once, cleaned, and no reserved one", () => {
  const names = uniqueNames(VERILOG_NAMES);
  const wishes = ["A", "a", "A", "OUT 1", "OUT-1", "OUT_1_2", "wire", "1st", "", "Σ⊕", "A"];
  expect(wishes.map((wish) => names.take(wish))).toEqual([
    "A",
    "a",
    "A_2",
    "OUT_1",
    "OUT_1_2",
    "OUT_1_2_2",
    "wire_2",
    "_1st",
    "_",
    "__2",
    "A_3",
  ]);
});
