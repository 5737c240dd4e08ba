import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFilledIn } from "./read-csv.ts";

const COLUMNS = ["file", "comment"] as const;

async function read(content: string | Uint8Array): Promise<unknown> {
  const path = join(await mkdtemp(join(tmpdir(), "csv-")), "list.csv");
  await writeFile(path, content);
  return readFilledIn(path, COLUMNS);
}

test.each([
  ["as it was written", 'file,comment\na.png,"Good, nearly"\n'],
  ["by a spreadsheet that separates with semicolons", "file;comment\na.png;Good, nearly\n"],
  ["under Excel's own first line", "sep=;\r\nfile;comment\r\na.png;Good, nearly\r\n"],
  ["with a byte order mark", '\uFEFFfile,comment\r\na.png,"Good, nearly"\r\n'],
])("a list %s", async (_, content) => {
  expect(await read(content)).toEqual([{ cells: { file: "a.png", comment: "Good, nearly" }, line: 2 }]);
});

test("lines with other ends than the first one's are read, each with its place", async () => {
  expect(await read('file,comment\r\na.png,"Two\nlines"\n\nb.png,Good\n')).toEqual([
    { cells: { file: "a.png", comment: "Two\nlines" }, line: 2 },
    { cells: { file: "b.png", comment: "Good" }, line: 5 },
  ]);
});

test("a list is read in the encodings in which spreadsheets save it, and no other file", async () => {
  const list = "file,comment\na.png,Schöne Idee\n";
  for (const bytes of [Buffer.from(list, "latin1"), Buffer.from(`\uFEFF${list}`, "utf16le")]) {
    expect(await read(bytes)).toEqual([{ cells: { file: "a.png", comment: "Schöne Idee" }, line: 2 }]);
  }
  await expect(read(Buffer.from([0x89, 0x50, 0, 0]))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('Save the table as "CSV UTF-8" and try again.'),
  });
});

test("a web page or an XML file, as LibreOffice saves it, is refused", async () => {
  for (const page of ["<!DOCTYPE html>\n<html>", '<?xml version="1.0"?>\n<office:document>']) {
    await expect(read(page)).rejects.toThrow("This is a web page or an XML file.");
  }
});

test("a list without a required column is refused, and so is a missing one", async () => {
  await expect(read("file\na.png\n")).rejects.toThrow("The first line must name the columns file, comment");
  await expect(readFilledIn("nowhere.csv", COLUMNS)).rejects.toMatchObject({ exitCode: 3 });
});

test.each(["#NAME?", "#REF!", "#¡VALOR!", "#N/A", "#NV", "Err:508", "#####"])(
  "a cell with %s is refused with its line",
  async (cell) => {
    await expect(read(`file,comment\na.png,Good\nb.png,${cell}\n`)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(
        `line 3: a spreadsheet took a cell for a formula and saved the error ${cell} instead`,
      ),
    });
    expect(await read("file,comment\na.png,#1 is right!\n")).toHaveLength(1);
  },
);
