import { expect, it } from "vitest";
import { csvDelimiter, utf8Text } from "./csv-text.ts";

const NAME = "Jürgen Müller";

it("utf8Text takes UTF-8, with or without a byte order mark", () => {
  expect(utf8Text(new TextEncoder().encode(NAME))).toBe(NAME);
  expect(utf8Text(new TextEncoder().encode(`\uFEFF${NAME}`))).toBe(`\uFEFF${NAME}`);
});

it.each([
  ["Windows-1252", Buffer.from(NAME, "latin1")],
  ["UTF-16 with a byte order mark", Buffer.from(`\uFEFF${NAME}`, "utf16le")],
  ["UTF-16 without one", Buffer.from("student_id,name\n", "utf16le")],
])("utf8Text does not take %s", (_, bytes) => {
  expect(utf8Text(bytes)).toBeNull();
});

it.each([
  ["student_id,name\n20230001,A;B;C\n", ","],
  ["\uFEFFstudent_id;name\n20230001;Cruz, Ana, Maria\n", ";"],
  ["\r\nstudent_id\tname\r\n", "\t"],
  ['"a,b,c";"d"', ";"],
  ["20230001\n", ","],
  ["", ","],
])("csvDelimiter goes by the first line: %j", (text, delimiter) => {
  expect(csvDelimiter(text)).toBe(delimiter);
});
