import { expect, test } from "vitest";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { coursesOf } from "./group-classes.ts";

function group(code: string, number: number): ClassSummary {
  const owner = { name: "Ana", email: "ana@example.edu" };
  const fields = { class_code: code, class_group: number, class_schedule: "MWF", student_count: 0, is_sample: false };
  return { id: `${code}-${number}`, ...fields, is_sample: false, role: "owner", owner };
}

test("classes are listed under their course, both in order", () => {
  const courses = coursesOf([group("CPE 20", 10), group("CPE 3", 1), group("CPE 20", 2)]);
  expect(courses.map(({ code, groups }) => [code, groups.map(({ class_group }) => class_group)])).toEqual([
    ["CPE 3", [1]],
    ["CPE 20", [2, 10]],
  ]);
});

test("spellings of one course are one course, named as its first class", () => {
  const [course, ...others] = coursesOf([group("CPE 101", 2), group("cpe  101", 1)]);
  expect(others).toEqual([]);
  expect([course?.code, course?.groups.map(({ class_group }) => class_group)]).toEqual(["CPE 101", [1, 2]]);
});
