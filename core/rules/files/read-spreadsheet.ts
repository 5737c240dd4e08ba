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
    const isOds = "content.xml" in whole;
    for (const [name, text] of Object.entries(whole)) {
      if (name === "content.xml") whole[name] = changed(text, plainOds);
      else if (SHEET.test(name)) whole[name] = changed(text, (sheet) => sheet.replace(PHONETICS, ""));
    }
    leaveOutCharts(whole);
    // Packed again without compression: what is unpacked from it has the size that was checked.
    const read = isOds ? readOds : readXlsx;
    const { sheets } = await read(zipSync(whole, { level: 0 }), { readStyles: true, maxRows: STUDENT_TABLE.rows + 1 });
    if (sheets.some(({ rows }) => rows.length > STUDENT_TABLE.rows))
      return refuse("spreadsheet-too-long", TABLE_FAULTS.long);
    const visible = sheets.filter(
      ({ name, hidden, veryHidden }) => !hidden && !veryHidden && (!isOds || name !== HIDDEN),
    );
    const lines = visible.map(isOds ? markedLines : linesOf);
    return { ok: true, sheets: lines.filter(({ length }) => length > 0) };
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

/** Names of sheets that nobody sees, and the first cell of such rows: the reader of .ods says nothing of them. */
const HIDDEN = "hidden";
const STYLE = /<style:style\b([^<>]*)>\s*<style:table-properties\b([^<>]*)>/g;
const TABLE = /<table:table(?=\s)([^<>]*)(?<!\/)>/g;
const ROW = /<table:table-row(?=[\s>])([^<>]*)(?<!\/)>/g;
const ROW_END = "</table:table-row>";
/** Rows that are repeated on each page, or grouped, are in elements that the reader leaves out. */
const ROW_GROUPS = /<\/?table:(?:table-header-rows|table-row-group|table-rows)\b[^<>]*>/g;
const NOTES = /<office:annotation\b[^<>]*>(?:(?!<\/?office:annotation\b)[\s\S])*<\/office:annotation>/g;
const CELL = /<table:table-cell\b([^<>]*)>\s*<text:p>([^<>]*)(?=<\/text:p>)/g;

/**
 * The content of an .ods file with what the reader leaves out of it: hidden sheets, a first cell that says of each row
 * whether it is hidden, and the leading zeros that a format shows. Without notes, which are in front of what is in a cell.
 */
function plainOds(content: string): string {
  const styles = [...content.matchAll(STYLE)];
  const hidden = styles.filter(([, , shown = ""]) => attribute(shown, "table:display") === "false");
  const names = new Set(hidden.map(([, style = ""]) => attribute(style, "style:name")));
  const isHidden = (table: string) => names.has(attribute(table, "table:style-name"));
  const isVisible = (row: string) => (attribute(row, "table:visibility") ?? "visible") === "visible";
  const mark = `<table:table-cell office:value-type="string"><text:p>${HIDDEN}</text:p></table:table-cell>`;
  return content
    .replace(NOTES, "")
    .replace(TABLE, (_, table) => `<table:table table:name="${isHidden(table) ? HIDDEN : "shown"}">`)
    .replace(ROW_GROUPS, "")
    .replace(CELL, (cell, about, shown) => {
      const value = attribute(about, "office:value");
      if (value === undefined) return cell;
      const text = shownText(shown, value);
      const asText = about.replace('office:value-type="float"', 'office:value-type="string"');
      return text === value ? cell : `<table:table-cell${asText}><text:p>${text}`;
    })
    .split(ROW_END)
    .map((row) => {
      // The rows below the last one are often hidden, a million at once.
      const isFilled = /<text:|office:value/.test(row);
      return row.replace(ROW, (start, about) => start + (isFilled && !isVisible(about) ? mark : "<table:table-cell/>"));
    })
    .join(ROW_END);
}

/** A number with the leading zeros, digits and letters that are shown at it; as it is if more than these are shown. */
function shownText(shown: string, value: string): string {
  const digits = shown.replace(/\D/g, "");
  if (digits.startsWith("0") && digits.replace(/^0+/, "") === value) return digits;
  const text = shown
    .split(/[ -]+/)
    .filter((word) => /\d/.test(word))
    .join("");
  return /^[A-Za-z0-9]+$/.test(text) && text.includes(value) ? text : value;
}

function attribute(text: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];
}

function markedLines(sheet: Sheet): ListLine[] {
  return linesOf(sheet).flatMap(({ cells: [mark, ...cells], line }) => {
    const isFilled = cells.some((cell) => cell !== "");
    return isFilled ? { cells, line, ...(mark === HIDDEN && { hidden: true }) } : [];
  });
}

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;

/** How Japanese names are read, above their characters: the reader takes it for a part of a text that is in its cell. */
const PHONETICS = /<(?:\w+:)?rPh\b[^<>]*>(?:(?!<\/?(?:\w+:)?rPh\b)[\s\S])*<\/(?:\w+:)?rPh>/g;

function changed(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const result = change(text);
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

/** What a format shows besides an ID: its colour and language, other texts, and the form of negative numbers. */
const UNCOUNTED = /\[[^\]]*\]|"[A-Za-z0-9]*[^A-Za-z0-9"][^"]*"|\\[^A-Za-z0-9]|_.|;.*|[ -]/g;

/** Digits between texts of letters and digits, as `"20"000000` has them. */
const ZEROS = /^((?:"\w+"|\\\w)*)(0+)((?:"\w+"|\\\w)*)$/;

/**
 * A value as the spreadsheet shows it: a format of zeros, as `00000000`, `0000-0000` or `"20"000000`, is how people keep
 * those of IDs, and their beginning.
 */
function textOf(value: CellValue, format = ""): string {
  if (value === null) return "";
  if (typeof value === "number") {
    const [, before = "", zeros = "", after = ""] = ZEROS.exec(format.replace(UNCOUNTED, "")) ?? [];
    const plain = (text: string) => text.replace(/["\\]/g, "");
    return plain(before) + String(value).padStart(zeros.length, "0") + plain(after);
  }
  return typeof value === "object" ? value.toISOString().slice(0, 10) : String(value).trim();
}
