import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvCell, needsQuotes, safeCell, writeCsv } from "./write-csv.ts";

/** Texts that would end a cell somewhere: in our file, or in a spreadsheet with another separator. */
const SEPARATING = ["Cruz, Ana", "a;=1+1", "a\t=1+1", 'Ana "Annie" Cruz', "a\nb", "a\r=1+1", "a\r\nb"];

describe("writeCsv", () => {
  it.each(SEPARATING)("quotes %j", (text) => {
    const quoted = `"${text.replaceAll('"', '""')}"`;
    expect(writeCsv([[text, "b"]])).toBe(`${quoted},b\n`);
    expect(parse(writeCsv([[text, "b"]]))).toEqual([[text, "b"]]);
  });

  it("quotes nothing else, and leaves a cell without a value empty", () => {
    expect(writeCsv([["Ana Cruz", 4.5, null, "", "~(A & B) | C"], []])).toBe("Ana Cruz,4.5,,,~(A & B) | C\n\n");
  });

  it("escapes formulas, but not numbers", () => {
    expect(writeCsv([["=1+1", "+1", "-1", "@a", -1, "=a;b"]])).toBe("'=1+1,'+1,'-1,'@a,-1,\"'=a;b\"\n");
  });
});

it.each(["=1", "+1", "-1", "@a", "\ta", "\ra", "\0a", "＝1", "＋1", "－1", "＠a"])("safeCell escapes %j", (text) => {
  expect(safeCell(text)).toBe(`'${text}`);
});

it.each(["", "a=1", "'=1", "1-1", " =1"])("safeCell keeps %j", (text) => {
  expect(safeCell(text)).toBe(text);
});

it("needsQuotes is about every separator", () => {
  expect(SEPARATING.map(needsQuotes)).toEqual(SEPARATING.map(() => true));
  expect(["", "Ana Cruz", "~(A & B) | C"].map(needsQuotes)).toEqual([false, false, false]);
});

describe("csvCell", () => {
  it.each([",", ";", "\t", "|"])("with %j, quotes what would end the cell", (delimiter) => {
    for (const text of ['a "b"', "a\nb", "a\rb", `a${delimiter}b`]) {
      const cell = csvCell(text, { delimiter, quoted: false });
      expect(cell).toBe(`"${text.replaceAll('"', '""')}"`);
      expect(parse(`${cell}${delimiter}x`, { delimiter })).toEqual([[text, "x"]]);
    }
  });

  it("keeps every other text unchanged, with the required quotes", () => {
    expect(csvCell("Cruz, Ana", { delimiter: ";", quoted: false })).toBe("Cruz, Ana");
    expect(csvCell("=SUM(F3)", { delimiter: ",", quoted: false })).toBe("=SUM(F3)");
    expect(csvCell("a", { delimiter: ",", quoted: true })).toBe('"a"');
    expect(csvCell("", { delimiter: ",", quoted: true })).toBe('""');
    expect(csvCell("", { delimiter: ",", quoted: false })).toBe("");
  });
});
