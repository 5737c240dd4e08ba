import { unzipSync, zipSync } from "fflate";
import { type CellValue, readOds, type Sheet } from "hucre/ods";
import { readXlsx } from "hucre/xlsx";
import { STUDENT_TABLE } from "../limits.ts";
import type { ListLine } from "./csv-rows.ts";
import { isOldSpreadsheet } from "./is-spreadsheet.ts";
import { TABLE_FAULTS } from "./table-faults.ts";

export type ReadSpreadsheet =
  | {
      readonly ok: true;
      /** The lines of each sheet that has some and is not hidden, as `listLines` gives those of a CSV file. */
      readonly sheets: readonly (readonly ListLine[])[];
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

const OLD = "This is an old Excel file, or one with a password. Save it as .xlsx without a password, or as CSV.";
const DAMAGED = "The file is damaged, or not a spreadsheet (.xlsx, .ods). Save it again, or as CSV.";

/** Reads an .xlsx or .ods file. It may be hostile: call it where its memory and its time have limits. */
export async function readSpreadsheet(bytes: Uint8Array): Promise<ReadSpreadsheet> {
  if (isOldSpreadsheet(bytes)) return refuse("old-spreadsheet", OLD);
  try {
    const whole = unpackedWithin(bytes);
    if (whole === null) return refuse("spreadsheet-too-large", TABLE_FAULTS.large);
    const read = "content.xml" in whole ? readOds : readXlsx;
    for (const [name, text] of Object.entries(whole)) {
      if (name === "content.xml") whole[name] = changed(changed(text, ROW_GROUPS), SHOWN_ZEROS, SHOWN_TEXT);
      else if (SHEET.test(name)) whole[name] = changed(text, PHONETICS);
    }
    leaveOutCharts(whole);
    // Packed again without compression: what is unpacked from it has the size that was checked.
    const { sheets } = await read(zipSync(whole, { level: 0 }), { readStyles: true, maxRows: STUDENT_TABLE.rows + 1 });
    if (sheets.some(({ rows }) => rows.length > STUDENT_TABLE.rows))
      return refuse("spreadsheet-too-long", TABLE_FAULTS.long);
    const visible = sheets.filter(({ hidden, veryHidden }) => !hidden && !veryHidden).map(linesOf);
    return { ok: true, sheets: visible.filter(({ length }) => length > 0) };
  } catch {
    return refuse("damaged-spreadsheet", DAMAGED);
  }
}

function refuse(code: string, message: string): ReadSpreadsheet {
  return { ok: false, code, message };
}

/** The files in a ZIP file; null if they are too large together. No file gets larger than the archive says. */
function unpackedWithin(bytes: Uint8Array): Record<string, Uint8Array> | null {
  let unpacked = 0;
  const isTable = (name: string) => /\.(xml|rels)$|^mimetype$/.test(name);
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!isTable(name)) return false;
      unpacked += originalSize;
      return unpacked <= STUDENT_TABLE.bytes;
    },
  });
  return unpacked > STUDENT_TABLE.bytes ? null : files;
}

/** LibreOffice's rows that are repeated on each page, or grouped, are in elements that the reader leaves out. */
const ROW_GROUPS = /<\/?table:(?:table-header-rows|table-row-group|table-rows)\b[^<>]*>/g;

/** LibreOffice's numbers with leading zeros, as a format of zeros shows them: the reader knows no formats of such files. */
const SHOWN_ZEROS = /office:value-type="float"([^<>]*>\s*<text:p>0+\d+<\/text:p>)/g;
const SHOWN_TEXT = 'office:value-type="string"$1';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;

/** How Japanese names are read, above their characters: the reader takes it for a part of a text that is in its cell. */
const PHONETICS = /<(?:\w+:)?rPh\b[^<>]*>(?:(?!<\/?(?:\w+:)?rPh\b)[\s\S])*<\/(?:\w+:)?rPh>/g;

function changed(bytes: Uint8Array, what: RegExp, by = ""): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const result = text.replace(what, by);
  return result === text ? bytes : new TextEncoder().encode(result);
}

/** The reader refuses workbooks with sheets that are charts: they are taken out of the list of sheets. */
function leaveOutCharts(files: Record<string, Uint8Array>): void {
  const [book, relations] = [files["xl/workbook.xml"], files["xl/_rels/workbook.xml.rels"]];
  if (!book || !relations) return;
  const idIn = (element: string) => /\bid="([^"<>]*)"/i.exec(element)?.[1];
  const charts =
    new TextDecoder()
      .decode(relations)
      .match(/<[^<>]*\/(?:chart|dialog)sheet"[^<>]*>/g)
      ?.map(idIn) ?? [];
  if (charts.length === 0) return;
  const text = new TextDecoder().decode(book);
  const kept = text.replace(/<(?:\w+:)?sheet\s[^<>]*>/g, (sheet) => (charts.includes(idIn(sheet)) ? "" : sheet));
  files["xl/workbook.xml"] = new TextEncoder().encode(kept);
}

function linesOf({ rows, cells, rowDefs }: Sheet): ListLine[] {
  const lines = rows.map((values, row) => {
    const texts = values.map((value, column) => textOf(value, cells?.get(`${row},${column}`)?.style?.numFmt));
    return { cells: texts, line: row + 1, ...(rowDefs?.get(row)?.hidden && { hidden: true }) };
  });
  return lines.filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/** `00000000`, `0000-0000` and `[$-409]00000000;…`. */
const FORMAT_OF_ZEROS = /^(?:\[[^\]]*\])?(0+(?:-0+)*)(?:_\)|;.*)?$/;

/** A value as the spreadsheet shows it: a format of zeros is how people keep those of IDs. */
function textOf(value: CellValue, format = ""): string {
  if (value === null) return "";
  if (typeof value === "object") return value.toISOString().slice(0, 10);
  return String(value)
    .trim()
    .padStart(FORMAT_OF_ZEROS.exec(format)?.[1]?.replaceAll("-", "").length ?? 0, "0");
}
