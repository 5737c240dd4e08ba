import { VARIABLE_LETTERS } from "./forms.ts";
import { givenName } from "./given-names.ts";

/** A truth table as it was pasted: its inputs are A, B … from left to right. */
export interface PastedTable {
  /** The inputs' headings, the highest bit first; the letters if there is no line of headings. */
  readonly inputs: readonly string[];
  readonly outputs: readonly {
    /** Its heading, or null. */
    readonly name: string | null;
    /** Row 0 first: 0, 1, or X where it does not matter. */
    readonly rows: string;
  }[];
}

export type ReadTable =
  | { readonly ok: true; readonly table: PastedTable }
  /** `line` counts from 1, empty lines included. */
  | { readonly ok: false; readonly reason: string; readonly line: number };

/**
 * Which of the `names` of an item's inputs a table's inputs are: those of their headings, or, if none of the headings is
 * one, the first ones; null if only some are.
 *
 * @example
 * tableInputs(["s0", "s1"], ["S1", "S0", "D"]); // ["S0", "S1"]
 * tableInputs(["p", "q"], ["S1", "S0", "D"]); // ["S1", "S0"]
 */
export function tableInputs(headings: readonly string[], names: readonly string[]): string[] | null {
  const found = headings.map((heading) => givenName(heading, names));
  const known = new Set(found.filter((name) => name !== null));
  if (known.size === 0) return headings.length > names.length ? null : names.slice(0, headings.length);
  return known.size === headings.length ? [...known] : null;
}

const DONT_CARE = /^[Xx×*–—-]$/;

interface Line {
  readonly cells: readonly string[];
  /** From 1. */
  readonly number: number;
}

/**
 * Reads a truth table that was copied from a spreadsheet or a document: a line for each row, cells between tabs, `|`,
 * commas, semicolons or spaces, with or without a line of headings. The first columns are the inputs, as many as the
 * number of rows needs; the others are outputs, in which X, x, - and * do not matter. Null if `text` has one line or
 * no line of such cells alone.
 *
 * @example
 * readPastedTable("A B Y\n0 0 0\n0 1 1\n1 0 1\n1 1 X"); // { ok: true, table: { outputs: [{ name: "Y", rows: "011X" }], … } }
 */
export function readPastedTable(text: string): ReadTable | null {
  const lines = text.split(/\r\n|\n|\r/).map((line, index): Line => ({ cells: cellsOf(line), number: index + 1 }));
  const filled = lines.filter(({ cells }) => cells.length > 0);
  const [first] = filled;
  if (filled.length < 2 || !filled.some(isRow)) return null;
  const headings = isRow(first!) ? null : first!.cells;
  const rows = headings === null ? filled : filled.slice(1);
  const width = Math.ceil(Math.log2(rows.length));
  const [row] = rows;
  const columns = row!.cells.length;
  const uneven =
    rows.find(({ cells }) => cells.length !== columns) ?? (headings && headings.length !== columns && first);
  if (uneven) return fault(`${columns} cells are in the first row, here ${uneven.cells.length}`, uneven);
  if (width > VARIABLE_LETTERS.length)
    return fault(`at most ${2 ** VARIABLE_LETTERS.length} rows are read`, rows.at(-1)!);
  if (columns <= width) return fault(`${rows.length} rows need ${width} inputs and an output`, row!);
  const seen = new Map<string, Line>();
  for (const line of rows) {
    const inputs = line.cells.slice(0, width).join("");
    if (!/^[01]+$/.test(inputs)) return fault("an input is neither 0 nor 1", line);
    if (seen.has(inputs)) return fault(`the row ${inputs} is there twice`, line);
    const odd = line.cells.slice(width).find((cell) => !/^[01]$/.test(cell) && !DONT_CARE.test(cell));
    if (odd !== undefined) return fault(`"${odd}" is not 0, 1 or X`, line);
    seen.set(inputs, line);
  }
  const ordered = Array.from({ length: 2 ** width }, (_, index) => seen.get(index.toString(2).padStart(width, "0")));
  const missing = ordered.indexOf(undefined);
  if (missing >= 0) return fault(`the row ${missing.toString(2).padStart(width, "0")} is missing`, rows.at(-1)!);
  const outputs = Array.from({ length: columns - width }, (_, index) => ({
    name: headings?.[width + index] ?? null,
    rows: ordered.map((line) => line!.cells[width + index]!.replace(DONT_CARE, "X")).join(""),
  }));
  return { ok: true, table: { inputs: headings?.slice(0, width) ?? VARIABLE_LETTERS.slice(0, width), outputs } };
}

function fault(reason: string, { number }: Line): ReadTable {
  return { ok: false, reason, line: number };
}

/** The cells of a line; of one with tabs, commas or bars also those that are empty in its middle. */
function cellsOf(line: string): string[] {
  const trimmed = line
    .trim()
    .replace(/^\||\|$/g, "")
    .trim();
  // Lines between headings and rows: | --- | --- |, ----+----, ═══╪═══.
  if (/^[\s|+:=─━═┼╪-]*$/.test(trimmed) && !/^-$/.test(trimmed)) return [];
  const separator = /\t/.test(trimmed)
    ? "\t"
    : /[|│║]/.test(trimmed)
      ? /\s*[|│║]+\s*|\s+/
      : /[,;]/.test(trimmed)
        ? /[,;]/
        : /\s+/;
  return trimmed.split(separator).map((cell) => cell.trim());
}

function isRow({ cells }: Line): boolean {
  return cells.every((cell) => /^[01]$/.test(cell) || DONT_CARE.test(cell));
}
