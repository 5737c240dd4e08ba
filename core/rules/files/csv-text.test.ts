import { expect, it } from "vitest";
import { csvText } from "./csv-text.ts";

it.each([
  ["student_id,name\n20230001,A;B;C\n", ","],
  ["\uFEFFstudent_id;name\n20230001;Cruz, Ana, Maria\n", ";"],
  ["\r\nstudent_id\tname\r\n", "\t"],
  ['"a,b,c";"d"', ";"],
  ["Student ID;Last name, First name\n", ";"],
  ["Class list, 2026\n\nstudent_id;name\n20230001;Ana\n", ";"],
  ['"id"\t"name"\n"1"\t"Cruz, Ana; Dr."\n', "\t"],
  ['id;comment\n1;"a, b\nc, d\ne, f"\n', ";"],
  ["20230001\n", ","],
  ["", ","],
])("csvText finds the delimiter in the first lines: %j", (text, delimiter) => {
  expect(csvText(text).delimiter).toBe(delimiter);
});

it.each([
  ["sep=;\r\n", ";"],
  ["\uFEFFsep=,\n", ","],
  ['"SEP=|"\n', "|"],
  ["sep=\t\r", "\t"],
])("csvText follows Excel's own first line and leaves it out: %j", (lead, delimiter) => {
  const body = "student_id\tname,note\n";
  expect(csvText(lead + body)).toEqual({ lead, body, delimiter });
});

it.each(["sep\n20230001\n", "sep=;;\nname;id\n", "name;sep=,\n"])("csvText keeps every other line: %j", (text) => {
  expect(csvText(text)).toMatchObject({ lead: "", body: text });
});
