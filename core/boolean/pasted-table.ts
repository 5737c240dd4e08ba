import { keyNames, userName } from "./forms.ts";
import { givenName } from "./given-names.ts";
import { leftSide } from "./left-side.ts";
import { readPla } from "./read-pla.ts";
import type { ReadTable } from "./read-table.ts";
import { ListFault, readRowLists } from "./row-lists.ts";
import { withoutTypesetting } from "./typesetting.ts";
import { VARIABLE_LETTERS } from "./variable-letters.ts";

/**
 * Which of the `names` of an item's inputs a table's inputs are: those of their headings, also of "Input A" and
 * "A (in)", or, if none of the headings is one, the first ones; null if only some are, or if the first ones would be
 * others than a heading says. The letters A to G are also x1 to x7, as in expressions.
 *
 * @example
 * tableInputs(["s0", "s1"], ["S1", "S0", "D"]); // ["S0", "S1"]
 * tableInputs(["p", "q"], ["S1", "S0", "D"]); // ["S1", "S0"]
 */
export function tableInputs(headings: readonly string[], names: readonly string[]): string[] | null {
  const plain = plainHeadings(headings);
  const isOverLetters = names === VARIABLE_LETTERS;
  const known = isOverLetters ? keyNames(names) : names;
  const found = plain.map((heading) => (isPositive(heading) ? inputIn(heading, known) : null));
  const all = new Set(found.flatMap((name) => name ?? []).map((name) => (isOverLetters ? userName(name) : name)));
  if (all.size === headings.length) return [...all];
  const isNamed = plain.some((heading) => givenName(heading, names) !== null);
  const isOther = plain.some((heading, index) => (inputIn(heading, names) ?? names[index]) !== names[index]);
  return isNamed || isOther || headings.length > names.length ? null : names.slice(0, headings.length);
}

/** A letter of another alphabet, such as Б or Γ: then В and Β are no B. */
const OTHER_LETTER = /(?<!\p{L})[\p{sc=Cyrillic}\p{sc=Greek}](?!\p{L})/u;

/** Headings without typesetting, and without Markdown's and quotation marks. */
function plainHeadings(headings: readonly string[]): readonly string[] {
  const all = headings.map((heading) => heading.replace(/^(\*+|`+|")(.*)\1$/, "$2"));
  const plain = all.map((heading) => withoutTypesetting(heading).trim());
  return plain.some((heading) => OTHER_LETTER.test(heading)) ? all : plain;
}

/** Whether a heading has words and no other signs, such as a complement's. */
function isPositive(heading: string): boolean {
  return (
    /^(?!-)[\p{L}\p{N}\s.:,()[\]_#-]+(?<!-)$/u.test(heading) && !/\b(?:not?|non|nicht|bar|inv\w*)\b/i.test(heading)
  );
}

const WORDS = /(?<![\p{L}\p{N}_°])[A-Za-z][A-Za-z0-9_]*(?:\[\d+\])?(?![\p{L}\p{N}_]|-\p{L}{3})/gu;

/** The only one of `names` in a heading; "a" may be an article. */
function inputIn(heading: string, names: readonly string[]): string | null {
  const found = new Set(
    (heading.match(WORDS) ?? []).flatMap((word) => {
      return (word.length === 1 ? names.find((name) => name === word) : givenName(word, names)) ?? [];
    }),
  );
  return givenName(heading, names) ?? (found.size === 1 ? [...found][0]! : null);
}

/**
 * How a table writes its bits: as 0 and 1, and with which of the others, its last line says. Spreadsheets have words of
 * their own for what `=AND(A2;B2)` gives, next to 0 and 1 that were typed.
 */
const VALUES: readonly { readonly low: RegExp; readonly high: RegExp }[] = [
  { low: /^0$/, high: /^1$/ },
  {
    low: /^(?:F|FAUX|FALS(?:E|CH|O|KT?)?|ONWAAR|USANN|EPÄTOSI|FAŁSZ|NEPRAVDA|NETOČNO|HAMIS|YANLIŞ|SALAH|SAI|Л|ЛОЖЬ|БРЕХНЯ|ХИБНІСТЬ|НЕВЯРНО|ΛΆΘΟΣ|ΨΕΥΔΗΣ|거짓|假)$/iu,
    high: /^(?:[TVW]|TRUE|WAHR|VRAI|VERDADERO|VERDADEIRO|VERO|SANT|SAND|CERT|VERITAT|ADEVĂRAT|WAAR|SANN|TOSI|PRAWDA|PRAVDA|TOČNO|IGAZ|DOĞRU|BENAR|ĐÚNG|И|ИСТИНА|ІСТИНА|ВЯРНО|ΣΩΣΤΌ|ΑΛΗΘΗΣ|참|真)$/iu,
  },
  { low: /^(?:L(?:OW)?|OFF|⊥)$/i, high: /^(?:H(?:IGH)?|ON|⊤)$/i },
];
const DONT_CARE = /^(?:[Xx×*–—?dφϕΦØø∅-]|dc)$/i;
/** A row's number: `3` and `m3`. */
const NUMBER = /^m?(\d+)$/;
/** Several bits in one cell, as in `00 | 1`. */
const JOINED_BITS = /^[01Xx-]{2,}$/;

interface Line {
  readonly cells: readonly string[];
  /** From 1. */
  readonly number: number;
}

/**
 * Reads a truth table that was copied from a spreadsheet, a document or a program such as Logisim: a line for each row,
 * cells between tabs, `|`, commas, semicolons or spaces (in LaTeX `&`), with or without a title, a line of headings, a
 * column of row numbers and empty columns; or a PLA file. The first
 * columns are the inputs, as many as the number of rows needs; an X there stands for both values. The others are outputs,
 * in which X, d, - and * do not matter. Null if `text` has one line or no line of such cells alone.
 *
 * @example
 * readPastedTable("A B Y\n0 0 0\n0 1 1\n1 0 1\n1 1 X"); // { ok: true, table: { outputs: [{ name: "Y", rows: "011X" }], … } }
 */
export function readPastedTable(text: string): ReadTable | null {
  const pla = readPla(text);
  if (pla !== null) return pla;
  if (isRowList(text)) return null;
  const isOneLine = !/[\r\n]/.test(text.trim());
  const all = (isOneLine ? text.replaceAll("\\\\", "\\\\\n") : text)
    .split(/\r\n|\n|\r/)
    .map((line, index): Line => ({ cells: cellsOf(line), number: index + 1 }));
  const bits = bitsOf(all.findLast(({ cells }) => cells.some((cell) => cell !== ""))?.cells.slice(1) ?? []);
  const isRow = ({ cells }: Line) =>
    cells.every((cell, index) => isBit(cell, bits) || (index === 0 && NUMBER.test(cell)));
  const lines = withoutEmptyColumns(withoutTitles(all, bits));
  const [first] = lines;
  if (lines.length < 2) return null;
  const isBitAlone = ({ cells: [cell = "", ...others] }: Line) =>
    others.length === 0 && isBit(cell, bits) && !JOINED_BITS.test(cell);
  if (lines.length > 3 && lines.slice(1).every(isBitAlone))
    return fault("the columns of the inputs are missing", first!);
  if (!lines.some((line) => isRow(line) && (line.cells.length > 1 || JOINED_BITS.test(line.cells[0]!)))) return null;
  const titled = isRow(first!) ? null : first!;
  if (titled && titled.cells.length > 1 && titled.cells.slice(1).every((cell) => /^[01]+$/.test(cell))) {
    return fault("a Karnaugh map is not read: write a line for each row", titled);
  }
  const { rows, headings } = splitCells(titled === null ? lines : lines.slice(1), titled?.cells ?? null);
  const columns = rows[0]!.cells.length;
  const uneven =
    rows.find(({ cells }) => cells.length !== columns) ?? (headings && headings.length !== columns && titled);
  if (uneven) return fault(`${columns} cells are in the first row, here ${uneven.cells.length}`, uneven);
  const least = Math.ceil(Math.log2(rows.length));
  if (least > VARIABLE_LETTERS.length)
    return fault(`at most ${2 ** VARIABLE_LETTERS.length} rows are read`, rows.at(-1)!);
  if (columns <= least) return fault(`${rows.length} rows need ${least} inputs and an output`, rows[0]!);
  // With an X among the inputs there are more of them than the number of rows needs.
  const most = Math.max(least, Math.min(columns - 1, VARIABLE_LETTERS.length));
  const read = Array.from({ length: most - least + 1 }, (_, more) => readRows(rows, { width: least + more, bits }));
  const inputBehind = (width: number) => headings?.slice(width).find((name) => /^[A-E]$/.test(name));
  const valid = read.filter((each) => "outputs" in each);
  const found = valid.find((each) => !inputBehind(each.width)) ?? valid[0] ?? read[0]!;
  if (!("outputs" in found)) return found;
  const { width, outputs } = found;
  const named = headings?.slice(0, width);
  if (lines.at(-1)!.cells.length === 1 && (named ?? [""]).includes("")) {
    return fault(
      "lines such as 011 may be rows or row numbers: put blanks between the inputs and the output",
      lines.at(-1)!,
    );
  }
  // Of rows that are all 1, the others were left out: then columns of inputs would be taken for outputs.
  const early = inputBehind(width);
  if (early && outputs.some((column) => new Set(column).size === 1)) {
    return fault(`the rows in which ${headings!.at(-1)} is not ${outputs.at(-1)!.at(-1)} are missing`, lines.at(-1)!);
  }
  const late = named?.some((name) => /^[A-E]$/.test(name)) && named.find((name) => /^[FG]$/.test(name));
  if (early && late) return fault(`${late} is in front of ${early}: put the inputs first, then the output`, titled!);
  return {
    ok: true,
    table: {
      inputs: named && !named.includes("") ? named : VARIABLE_LETTERS.slice(0, width),
      outputs: outputs.map((column, index) => ({ name: headings?.[width + index] || null, rows: column })),
    },
  };
}

/** Whether a text is a list of row numbers, which may have several lines, too. */
function isRowList(text: string): boolean {
  const plain = withoutTypesetting(text);
  try {
    return readRowLists(plain, leftSide(plain)?.end ?? 0) !== null;
  } catch (fault) {
    if (fault instanceof ListFault) return false;
    throw fault;
  }
}

type Bits = (typeof VALUES)[number];

/** The outputs' columns if the first `width` columns are the inputs: each combination of them once. */
function readRows(
  lines: readonly Line[],
  { width, bits }: { readonly width: number; readonly bits: Bits },
): { readonly width: number; readonly outputs: readonly string[] } | (ReadTable & { readonly ok: false }) {
  const seen = new Map<string, string[]>();
  for (const line of lines) {
    const odd = line.cells.find((cell) => !isBit(cell, bits));
    if (odd !== undefined) return fault(`"${odd}" is not 0, 1 or X`, line);
    const values = line.cells.map((cell) => bitOf(cell, bits) ?? "X");
    for (const inputs of combinations(values.slice(0, width))) {
      if (seen.has(inputs)) return fault(`the row ${inputs} is there twice`, line);
      seen.set(inputs, values.slice(width));
    }
  }
  const names = Array.from({ length: 2 ** width }, (_, row) => row.toString(2).padStart(width, "0"));
  const missing = names.find((name) => !seen.has(name));
  if (missing !== undefined) {
    return fault(`the row ${missing} is missing; where the output does not matter, write X`, lines.at(-1)!);
  }
  const outputs = seen.get(names[0]!)!.map((_, index) => names.map((name) => seen.get(name)![index]).join(""));
  return { width, outputs };
}

/** Bits with an X for both values: `0X` is 00 and 01. */
function combinations(bits: readonly string[]): string[] {
  return bits.reduce<string[]>(
    (all, bit) => all.flatMap((start) => (bit === "X" ? [`${start}0`, `${start}1`] : [start + bit])),
    [""],
  );
}

function fault(reason: string, { number }: Line): ReadTable & { readonly ok: false } {
  return { ok: false, reason, line: number };
}

/** Which signs a line of cells is written with, besides 0 and 1; these if it has no others. */
function bitsOf(cells: readonly string[]): Bits {
  return VALUES.findLast(({ low, high }) => cells.some((cell) => low.test(cell) || high.test(cell))) ?? VALUES[0]!;
}

function bitOf(cell: string, bits: Bits): "0" | "1" | null {
  const isOf = (side: "low" | "high") => VALUES[0]![side].test(cell) || bits[side].test(cell);
  return isOf("low") ? "0" : isOf("high") ? "1" : null;
}

function isBit(cell: string, bits: Bits): boolean {
  return bitOf(cell, bits) !== null || DONT_CARE.test(cell) || (bits === VALUES[0] && JOINED_BITS.test(cell));
}

/** Without what is above the headings: titles, comments, a line that says which columns are inputs. */
function withoutTitles(lines: readonly Line[], bits: Bits): readonly Line[] {
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ""));
  const isRow = ({ cells }: Line) => cells.every((cell) => cell === "" || isBit(cell, bits) || NUMBER.test(cell));
  const first = filled.findIndex(isRow);
  // Headings, unless it says that it is a title.
  const isHeading = !/\btable\b/i.test(filled[first - 1]?.cells.join(" ") ?? "");
  const above = filled.slice(0, Math.max(0, isHeading ? first - 1 : first));
  // "Table for item 1" has a bit, too, but no row begins with a word.
  const isTitle = ({ cells }: Line) =>
    /^(?:[#%]|\p{L}{3})/u.test(cells[0]!) || !cells.some((cell) => /^[01]+$/.test(cell));
  return above.every(isTitle) ? filled.slice(above.length) : filled;
}

/** The lines that have cells, without the columns that are empty in all of them. */
function withoutEmptyColumns(lines: readonly Line[]): Line[] {
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ""));
  const isUsed = (_: string, column: number) => filled.some(({ cells }) => (cells[column] ?? "") !== "");
  return filled.map((line) => ({ ...line, cells: line.cells.filter(isUsed) }));
}

/** Rows with one bit in a cell, without the rows' numbers; the headings go along. */
function splitCells(
  rows: readonly Line[],
  headings: readonly string[] | null,
): { readonly rows: readonly Line[]; readonly headings: readonly string[] | null } {
  const columns = rows[0]!.cells.length;
  if (rows.length > 2 && (isNumbered(rows, 0) || isNumbered(rows, 1))) {
    const own = headings?.length === columns ? headings.slice(1) : headings;
    return splitCells(
      rows.map((row) => ({ ...row, cells: row.cells.slice(1) })),
      own,
    );
  }
  const widths = rows[0]!.cells.map((cell, column) => {
    const isJoined = rows.every(
      ({ cells }) => JOINED_BITS.test(cells[column] ?? "") && cells[column]!.length === cell.length,
    );
    return isJoined ? cell.length : 1;
  });
  const isSplit = headings?.length === columns;
  return {
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.flatMap((cell, column) => ((widths[column] ?? 1) > 1 ? [...cell] : [cell])),
    })),
    headings: isSplit ? headings.flatMap((heading, column) => splitHeading(heading, widths[column]!)) : headings,
  };
}

/** Whether the first cells count the rows from `first` on, in any order. */
function isNumbered(rows: readonly Line[], first: number): boolean {
  const numbers = new Set(rows.map(({ cells }) => Number(NUMBER.exec(cells[0]!)?.[1] ?? -1)));
  return rows.every((_, index) => numbers.has(first + index));
}

/** `AB`, `A, B` and Logisim's `A[1..0]` above two bits are two headings; others are left out. */
function splitHeading(heading: string, width: number): string[] {
  if (width === 1) return [heading];
  const [, bus, high, low] = /^([A-Za-z]\w*)\[(\d)(?:\.\.|:)(\d)\]$/.exec(heading) ?? [];
  if (bus !== undefined && Math.abs(Number(high) - Number(low)) === width - 1) {
    const step = Number(high) > Number(low) ? -1 : 1;
    return Array.from({ length: width }, (_, bit) => bus + (Number(high) + step * bit));
  }
  const names = heading.match(/[A-Za-z]\w*/g) ?? [];
  const split = names.length === width ? names : [...heading];
  return split.length === width ? split : new Array<string>(width).fill("");
}

/** What LaTeX has between the rows of a table, and a column that is only a bar, as Logisim writes it. */
const TABLE_FRAMES =
  /\\(?:begin|end|cline|cmidrule)\{[^{}]*\}(?:\{[^{}]*\})?|\\(?:hline|(?:top|mid|bottom)rule)|\$|^\s*(?:\/\/|truth_table\b)|^\s*(?:end)?table;?\s*$/gi;
const BAR_COLUMN = /(?<=[,;\t])\s*"?\|"?\s*(?=[,;\t])/g;

/**
 * Bits as programs print them, `[0, 1] -> True` and `(0, 1, 1)`, as ABEL, Verilog and VHDL have them, `[0,1] -> 1;`,
 * `0 1 : 1;` and `"01" => '1',`, and as people type them, `01 → 1` and `01: 1`.
 */
const PRINTED = /^[(["']*(?:[01x-]|true|false)(?:[\s,()[\]01xd*?:=→⇒"'-]|->|=>|true|false)*;?$/i;
/** Headings of such bits: `([A, B] -> F)`. */
const PRINTED_HEADINGS = /^[([]+[\w\s,]+[\])]\s*(?:->|=>|[:→⇒])[\w\s,()[\]]+$/;
/** What is between bits that are printed, and in front of an output. */
const PRINTED_SIGNS = /[-=]{1,3}>|[()[\],:=→⇒;"']/g;
/** What is in front of an output's heading: `AB → F`. */
const IN_FRONT = /\s*(?:[-=]{1,3}>|[:=→⇒])\s*|\s+/;
const BAR = /[|│║┃]/;
/** Headings of intermediate results are expressions: `(A or B)`. */
const EXPRESSION = /[(~¬!+·&^∧∨⊕⊙→]|\b(?:n?and|x?n?or|not)\b/i;

/** The cells of a line; of one with tabs, commas or bars also those that are empty in its middle. */
function cellsOf(line: string): string[] {
  const framed = line
    .replace(/[０１]/g, (digit) => digit.normalize("NFKC"))
    .replace(TABLE_FRAMES, "")
    .replace(BAR_COLUMN, "")
    .trim();
  const plain = printedBits(framed) ?? framed;
  const isLatex = /&.*\\\\$|^[01x-](?:\s*&\s*[01x-])+$/i.test(plain);
  const trimmed = plain.replace(/^[|│║┃]|[|│║┃]$|\\\\$/g, "").trim();
  // Lines between headings and rows: | --- | --- |, ----+----, ═══╪═══, ~~~~, # ---.
  if (/^[\s|+:=~#\u2500-\u257f-]*$/.test(trimmed) && !/^-$/.test(trimmed)) return [];
  const cells = isLatex
    ? trimmed.split("&")
    : /\t/.test(trimmed)
      ? trimmed.split("\t")
      : BAR.test(trimmed)
        ? trimmed.split(/[|│║┃]+/).flatMap(cellsBetweenBars)
        : trimmed.split(/[,;]/.test(trimmed) ? /[,;]/ : IN_FRONT);
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

/** Bits that are printed, with blanks between them; null for another line. */
function printedBits(line: string): string | null {
  if (!PRINTED_HEADINGS.test(line) && (!PRINTED.test(line) || !/[()[\]:=→⇒>]/.test(line))) return null;
  return line.replace(PRINTED_SIGNS, " ").replace(/false/gi, "0").replace(/true/gi, "1").trim();
}

function cellsBetweenBars(text: string): string[] {
  const trimmed = text.trim();
  return EXPRESSION.test(trimmed) ? [trimmed] : trimmed.split(/\s*[,;]+\s*|\s+/);
}
