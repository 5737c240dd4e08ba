import { expect, test } from "vitest";
import { commaList, isTable } from "./read-id-list.ts";

test("a pasted column or sentence becomes a comma-separated list", () => {
  expect(commaList("20230001\n20230002\r\n\t20230003; 20230004,20230005 ")).toBe(
    "20230001, 20230002, 20230003, 20230004, 20230005",
  );
});

test("the numbers of lines are no IDs", () => {
  expect(commaList("1. 20230001\n2. 20230002\n10) 20230003")).toBe("20230001, 20230002, 20230003");
});

test.each([
  ["20230001\tAna Cruz\n20230002\tBo", true],
  ['student_id,name\n20230001,"Cruz, Ana"', true],
  ["20230001\n20230002\n", false],
  ["20230001\t20230002; 20230003", false],
  ["1. 20230001, Ana Cruz\n2. 20230002, Bo Li", true],
  ["Student 20230001\nStudent 20230002", true],
  ["See 20230001 and 20230002", false],
])("a table has more than IDs: %j", (text, expected) => {
  expect(isTable(text)).toBe(expected);
});
