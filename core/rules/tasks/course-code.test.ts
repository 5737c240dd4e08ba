import { expect, test } from "vitest";
import { courseKey } from "./course-code.ts";

test("case, width and spacing make no other course", () => {
  const spellings = ["CPE 101", "cpe 101", " Cpe  101\t", "ＣＰＥ 101"];
  expect(new Set(spellings.map(courseKey))).toEqual(new Set(["cpe 101"]));
  expect(courseKey("CPE 101L")).not.toBe(courseKey("CPE 101"));
  expect(courseKey("CPE 1 01")).not.toBe(courseKey("CPE 101"));
});
