import type { ReadTable } from "./read-table.ts";
import { VARIABLE_LETTERS } from "./variable-letters.ts";

/** What the signs of a cube's outputs say in espresso's types: its rows are 1, 0 or do not matter. */
const SETS: Readonly<Record<string, string>> = { "1": "1", "4": "1", "0": "0", "-": "X", "2": "X" };
/** Which of them each type lists; in the first two the other rows are 0, in the others they do not matter. */
const LISTED: Readonly<Record<string, string>> = { f: "1", fd: "1X", fr: "10", fdr: "10X" };
/** Directives that change no function. */
const IDLE = /^\.(?:p|e|end)$/;

/** What espresso says in a comment of outputs that it has inverted to make them simpler. */
const INVERTED = /^#\s*\.phase\s+1*0/m;

/**
 * Reads a PLA file as espresso has them (`.i 2`, `.o 1`, cubes such as `1- 1`, `.e`), of the types f, fd (without
 * `.type`), fr and fdr; null for any other text.
 *
 * @example
 * readPla(".i 2\n.o 1\n01 1\n10 1\n.e"); // { ok: true, table: { inputs: ["A", "B"], outputs: [{ name: null, rows: "0110" }] } }
 */
export function readPla(text: string): ReadTable | null {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ words: line.replace(/#.*/, "").trim().split(/\s+/), number: index + 1 }))
    .filter(({ words }) => words[0] !== "");
  const said = new Map(lines.filter(({ words }) => words[0]!.startsWith(".")).map(({ words }) => [words[0]!, words]));
  const fault = (reason: string, line: number): ReadTable => ({ ok: false, reason, line });
  if (INVERTED.test(text)) return fault("espresso has inverted outputs (.phase): run it without -Dopo", 1);
  if (said.has(".names")) return fault("a BLIF file is not read: write its equation, or paste its truth table", 1);
  const [inputs, outputs] = [".i", ".o"].map((name) => Number(said.get(name)?.[1] ?? Number.NaN));
  if (!Number.isInteger(inputs) || !Number.isInteger(outputs)) return null;
  const [width, count] = [inputs!, outputs!];
  if (width < 1 || width > VARIABLE_LETTERS.length || count < 1) {
    return fault(`a PLA of 1 to ${VARIABLE_LETTERS.length} inputs is read`, lines[0]!.number);
  }
  const type = said.get(".type")?.[1] ?? "fd";
  const listed = LISTED[type];
  if (listed === undefined) return fault(`.type ${type} is not read`, lines[0]!.number);
  const columns = Array.from({ length: count }, () => new Map<number, string>());
  for (const { words, number } of lines) {
    const [first] = words;
    if (first!.startsWith(".")) {
      if (IDLE.test(first!) || /^\.(?:i|o|type|ilb|ob)$/.test(first!)) continue;
      return fault(`${first} is not read`, number);
    }
    const cube = words.join("").replaceAll("|", "");
    if (cube.length !== width + count || !/^[01x2-]+$/i.test(cube.slice(0, width))) {
      return fault(`"${words.join(" ")}" is not ${width} inputs and ${count} outputs`, number);
    }
    for (const row of rowsOf(cube.slice(0, width))) {
      for (const [output, column] of columns.entries()) {
        const value = SETS[cube.charAt(width + output)];
        if (value === undefined || !listed.includes(value)) continue;
        if ((column.get(row) ?? value) !== value) {
          return fault(`the row ${row.toString(2).padStart(width, "0")} has two values`, number);
        }
        column.set(row, value);
      }
    }
  }
  const rest = listed.includes("0") ? "X" : "0";
  const inputNames = said.get(".ilb")?.slice(1) ?? [];
  const outputNames = said.get(".ob")?.slice(1) ?? [];
  return {
    ok: true,
    table: {
      inputs: inputNames.length === width ? inputNames : VARIABLE_LETTERS.slice(0, width),
      outputs: columns.map((column, output) => ({
        name: outputNames[output] ?? null,
        rows: Array.from({ length: 2 ** width }, (_, row) => column.get(row) ?? rest).join(""),
      })),
    },
  };
}

/** The rows that a cube's inputs cover: `1-` is 2 and 3. */
function rowsOf(cube: string): number[] {
  return [...cube].reduce<number[]>(
    (rows, sign) => rows.flatMap((row) => (/[01]/.test(sign) ? [row * 2 + Number(sign)] : [row * 2, row * 2 + 1])),
    [0],
  );
}
