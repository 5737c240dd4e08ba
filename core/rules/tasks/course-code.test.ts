import { expect, test } from "vitest";
import { courseKey } from "./course-code.ts";

test("case, width, spacing and what shows nothing make no other course", () => {
  const spellings = ["CPE 101", "cpe 101", " Cpe  101\t", "ＣＰＥ 101", "CPE\u200b 101", "\u2060CPE\u00a0101"];
  expect(new Set(spellings.map(courseKey))).toEqual(new Set(["cpe 101"]));
  expect(courseKey("CPE 101L")).not.toBe(courseKey("CPE 101"));
  expect(courseKey("CPE 1 01")).not.toBe(courseKey("CPE 101"));
});
