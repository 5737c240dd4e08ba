import { expect, it } from "vitest";
import { csvRows, listLines } from "./csv-rows.ts";

it.each([
  ["\r\n", "\n"],
  ["\n", "\r\n"],
  ["\r", "\r\n"],
])(
  "listLines reads lines with other ends than the first one's (%j, %j), and says where they begin",
  (first, others) => {
    const text = `id,name${first}1,"Ana${others}Cruz"${others}${others}2,Bo${others},${others}3,Cy`;
    expect(listLines(text)).toEqual([
      { cells: ["id", "name"], line: 1 },
      { cells: ["1", `Ana${others}Cruz`], line: 2 },
      { cells: ["2", "Bo"], line: 5 },
      { cells: ["3", "Cy"], line: 7 },
    ]);
  },
);

it.each([
  ['1,Juan "Jay" Cruz', 'Juan "Jay" Cruz'],
  ['1,"Jay" Cruz', '"Jay" Cruz'],
  ['1,"Juan ""Jay"" Cruz"', 'Juan "Jay" Cruz'],
  ['1, "Cruz, Ana"', "Cruz, Ana"],
])("listLines takes quotation marks as spreadsheets do: %s", (text, name) => {
  expect(listLines(text)).toEqual([{ cells: ["1", name], line: 1 }]);
});

it("csvRows gives every row with its own text", () => {
  const { rows, ...file } = csvRows('sep=;\r\na; b\r\n\n"é;";2\rlast');
  expect(file).toEqual({ lead: "sep=;\r\n", delimiter: ";" });
  expect(rows.map(({ raw }) => raw)).toEqual(["a; b\r\n", "\n", '"é;";2\r', "last"]);
  expect(rows[0]!.cells[1]).toEqual({ text: " b", quoted: false });
  expect(rows[2]!.cells[0]).toEqual({ text: "é;", quoted: true });
});
