import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { isSpreadsheet } from "./is-spreadsheet.ts";
import { readSpreadsheet } from "./read-spreadsheet.ts";

const ROWS = [
  ["Student ID", "Name"],
  [20230001, "Ana, née Niño"],
  ["01230002", "李明"],
  [null, null],
  [1230003, "Cy"],
];
const bytesOf = async (written: Awaited<ReturnType<typeof writeXlsx>>) => new Uint8Array(written as Uint8Array);
const xlsx = async (rows = ROWS, parts = {}) =>
  bytesOf(await writeXlsx({ sheets: [{ name: "List", rows, ...parts }] }));
const ods = async (rows = ROWS) => bytesOf(await writeOds({ sheets: [{ name: "List", rows }] }));

it.each([
  ["xlsx", xlsx],
  ["ods", ods],
])("reads the lines of an .%s file with their numbers", async (_, write) => {
  const bytes = await write();
  expect(isSpreadsheet(bytes)).toBe(true);
  expect(await readSpreadsheet(bytes)).toEqual({
    ok: true,
    sheets: [
      [
        { cells: ["Student ID", "Name"], line: 1 },
        { cells: ["20230001", "Ana, née Niño"], line: 2 },
        { cells: ["01230002", "李明"], line: 3 },
        { cells: ["1230003", "Cy"], line: 5 },
      ],
    ],
  });
});

it.each([
  "00000000",
  "0000-0000",
  "[$-409]00000000",
  "00000000;-00000000",
  "00000000_)",
  // As LibreOffice writes them.
  "[$-409]0000\\-0000",
  "[RED][$-409]00000000",
  '[$-409]"ID "00000000',
])("reads numbers with the zeros that %s shows", async (numFmt) => {
  const cells = new Map([["4,0", { style: { numFmt } }]]);
  const read = await readSpreadsheet(await xlsx(ROWS, { cells }));
  expect(read.ok && read.sheets[0]?.at(-1)).toEqual({ cells: ["01230003", "Cy"], line: 5 });
});

it.each([
  ['"20"000000', 123456, "20123456"],
  ['"20"000000', 3456, "20003456"],
  ["\\2\\0000000", 123456, "20123456"],
  ['"S"0', 12345, "S12345"],
  ['"S"0000"X"', 12, "S0012X"],
  ['"ID "000000', 123456, "123456"],
  ['0" kg"', 75, "75"],
])("reads the digits and letters that %s shows at %i", async (numFmt, number, id) => {
  const cells = new Map([["0,0", { style: { numFmt } }]]);
  const read = await readSpreadsheet(await xlsx([[number, "Cy"]], { cells }));
  expect(read.ok && read.sheets[0]?.map((line) => line.cells)).toEqual([[id, "Cy"]]);
});

it("reads texts and other numbers without the zeros of a format", async () => {
  const cells = new Map([
    ["0,0", { style: { numFmt: "00000000" } }],
    ["1,0", { style: { numFmt: "0.00" } }],
  ]);
  const read = await readSpreadsheet(await xlsx([["#N/A"], [5]], { cells }));
  expect(read.ok && read.sheets[0]?.map((line) => line.cells)).toEqual([["#N/A"], ["5"]]);
});

/** What is read of an .ods file whose content is changed as LibreOffice writes it. */
async function readChanged(change: (content: string) => string, bytes?: Uint8Array) {
  const files = unzipSync(bytes ?? (await ods()));
  const content = strFromU8(files["content.xml"]!);
  expect(change(content)).not.toBe(content);
  return readSpreadsheet(zipSync({ ...files, "content.xml": strToU8(change(content)) }));
}

it.each([
  ["00000000", "<text:p>01230003</text:p>"],
  ["0000-0000", "<text:p>0123-0003</text:p>"],
  ['"ID "00000000', "<text:p>ID 01230003</text:p>"],
  [
    "00000000, below a note",
    "<office:annotation><dc:date>2026-11-30T00:00:00</dc:date><text:p>20249999</text:p></office:annotation><text:p>01230003</text:p>",
  ],
])("reads numbers with the zeros that LibreOffice shows for %s", async (_, shown) => {
  const read = await readChanged((content) => content.replace("<text:p>1230003</text:p>", shown));
  expect(read.ok && read.sheets[0]?.at(-1)).toEqual({ cells: ["01230003", "Cy"], line: 5 });
});

it.each([
  ["201230003", "201230003"],
  ["S1230003", "S1230003"],
  ["ID 1230003", "1230003"],
  ["1230003.00", "1230003"],
  ["1230003 kg", "1230003"],
])("reads what LibreOffice shows at a number, such as %s", async (shown, id) => {
  const read = await readChanged((content) =>
    content.replace('office:value="1230003"><text:p>1230003', `office:value="1230003"><text:p>${shown}`),
  );
  expect(read.ok && read.sheets[0]?.at(-1)?.cells).toEqual([id, "Cy"]);
});

it("reads equal numbers next to each other with their zeros, which LibreOffice writes once", async () => {
  const read = await readChanged((content) =>
    content.replace(/(office:value="1230003")><text:p>/, '$1 table:number-columns-repeated="2"><text:p>0'),
  );
  expect(read.ok && read.sheets[0]?.at(-1)?.cells).toEqual(["01230003", "01230003", "Cy"]);
});

it.each(["collapse", "filter"])("says which rows LibreOffice hides (%s)", async (visibility) => {
  const read = await readChanged((content) => {
    const rows = content.split("<table:table-row>");
    return `${rows.slice(0, 3).join("<table:table-row>")}<table:table-row table:visibility="${visibility}">${rows.slice(3).join("<table:table-row>")}`;
  });
  expect(read.ok && read.sheets[0]?.map(({ line, hidden }) => [line, hidden])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, true],
    [5, undefined],
  ]);
});

it("reads a list below which all rows are hidden", async () => {
  const rest =
    '<table:table-row table:number-rows-repeated="1048571" table:visibility="collapse"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
  const read = await readChanged((content) => content.replace("</table:table>", `${rest}$&`));
  expect(read.ok && read.sheets[0]?.map(({ line, hidden }) => [line, hidden])).toEqual(
    [1, 2, 3, 5].map((line) => [line, undefined]),
  );
});

it("reads a zero in a column with decimals as one digit", async () => {
  const read = await readChanged((content) =>
    content.replace('office:value="1230003"><text:p>1230003', 'office:value="0"><text:p>0,00'),
  );
  expect(read.ok && read.sheets[0]?.at(-1)?.cells).toEqual(["0", "Cy"]);
});

it("leaves out the sheets that LibreOffice hides", async () => {
  const sheets = ["Old", "New"].map((name, sheet) => ({ name, rows: [[`2023000${sheet}`]] }));
  const style =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const read = await readChanged(
    (content) =>
      content
        .replace(
          /<office:automatic-styles\s*\/>|<\/office:automatic-styles>/,
          `<office:automatic-styles>${style}</office:automatic-styles>`,
        )
        .replace('<table:table table:name="Old"', '$& table:style-name="ta2"'),
    await bytesOf(await writeOds({ sheets })),
  );
  expect(read.ok && read.sheets).toEqual([[{ cells: ["20230001"], line: 1 }]]);
});

it("leaves out hidden and empty sheets", async () => {
  const sheets = [
    { name: "Old", rows: ROWS, hidden: true },
    { name: "Empty", rows: [] },
    { name: "New", rows: [["20230009"]] },
  ];
  const read = await readSpreadsheet(await bytesOf(await writeXlsx({ sheets })));
  expect(read.ok && read.sheets).toEqual([[{ cells: ["20230009"], line: 1 }]]);
});

it("says which rows are hidden", async () => {
  const read = await readSpreadsheet(await xlsx(ROWS, { rowDefs: new Map([[2, { hidden: true }]]) }));
  expect(read.ok && read.sheets[0]?.flatMap(({ line, hidden }) => (hidden ? [line] : []))).toEqual([3]);
});

it("reads the lists next to a sheet that is a chart", async () => {
  const sheets = [
    { name: "Chart", rows: [] },
    { name: "List", rows: [["20230009"]] },
  ];
  const files = unzipSync(await bytesOf(await writeXlsx({ sheets })));
  const path = "xl/_rels/workbook.xml.rels";
  const toChart = strFromU8(files[path]!).replace(
    /worksheet" Target="worksheets(?=\/sheet1)/,
    'chartsheet" Target="chartsheets',
  );
  expect(toChart).toContain("chartsheets/sheet1.xml");
  const read = await readSpreadsheet(zipSync({ ...files, [path]: strToU8(toChart) }));
  expect(read.ok && read.sheets).toEqual([[{ cells: ["20230009"], line: 1 }]]);
});

it("reads rows that LibreOffice repeats on each page or has in groups", async () => {
  const files = unzipSync(await ods());
  const content = strFromU8(files["content.xml"]!)
    .replace("<table:table-row>", "<table:table-header-rows><table:table-row>")
    .replace(
      "</table:table-row>",
      '</table:table-row></table:table-header-rows><table:table-row-group table:display="true">',
    )
    .replace("</table:table>", "</table:table-row-group></table:table>");
  expect(content.match(/header-rows|row-group/g)).toHaveLength(4);
  const read = await readSpreadsheet(zipSync({ ...files, "content.xml": strToU8(content) }));
  expect(read.ok && read.sheets[0]?.map(({ cells }) => cells[0])).toEqual([
    "Student ID",
    "20230001",
    "01230002",
    "1230003",
  ]);
});

it("leaves out how Japanese names are read, also where a text is in its cell", async () => {
  const files = unzipSync(
    await xlsx([
      ["Student ID", "氏名"],
      [20230001, "山田"],
    ]),
  );
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"]!);
  const cell =
    '<c r="B2" t="inlineStr"><is><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh><phoneticPr fontId="1"/></is></c>';
  const changed = sheet.replace(/<c r="B2"[^>]*>.*?<\/c>/, cell);
  expect(changed).toContain("ヤマダ");
  const read = await readSpreadsheet(zipSync({ ...files, "xl/worksheets/sheet1.xml": strToU8(changed) }));
  expect(read.ok && read.sheets[0]?.map(({ cells }) => cells[1])).toEqual(["氏名", "山田"]);
});

it("refuses more rows than a list of students may have", async () => {
  const rows = Array.from({ length: 20_001 }, (_, index) => [20_230_000 + index]);
  expect(await readSpreadsheet(await xlsx(rows))).toMatchObject({
    code: "spreadsheet-too-long",
    message: "The list has more than 20000 rows. Delete those that are not needed.",
  });
});

it("refuses a file that unpacks to more than 50 MB, before it does", async () => {
  const bomb = zipSync({ "xl/workbook.xml": new Uint8Array(51 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(await readSpreadsheet(bomb)).toMatchObject({
    code: "spreadsheet-too-large",
    message: "The list has more than 50 MB (a spreadsheet: unpacked). Save only the students.",
  });
});

it("refuses a file that unpacks to more than it says", async () => {
  const bomb = zipSync({ "content.xml": new Uint8Array(51 * 1024 * 1024) });
  const view = new DataView(bomb.buffer);
  for (let at = 0; at < bomb.length - 30; at++) {
    if (view.getUint32(at) === 0x504b0304) view.setUint32(at + 22, 100, true);
    if (view.getUint32(at) === 0x504b0102) view.setUint32(at + 24, 100, true);
  }
  expect(await readSpreadsheet(bomb)).toMatchObject({ code: "damaged-spreadsheet" });
});

it.each([
  ["an old Excel file", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), "old-spreadsheet"],
  ["another ZIP file", zipSync({ "a.txt": new Uint8Array(9) }), "damaged-spreadsheet"],
  ["half a file", new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0]), "damaged-spreadsheet"],
])("refuses %s", async (_, bytes, code) => {
  expect(isSpreadsheet(bytes)).toBe(true);
  expect(await readSpreadsheet(bytes)).toMatchObject({ ok: false, code });
});
