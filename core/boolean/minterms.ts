import { bitAt } from "./column.ts";
import { keyNames, letterOf } from "./forms.ts";
import { givenName, givenNameAt } from "./given-names.ts";
import { leftSide } from "./left-side.ts";
import { parseExpression } from "./parse-expression.ts";
import { type ListedRows, ListFault, type PlacedFault, type RowLists, readRowLists } from "./row-lists.ts";
import { truthTable } from "./truth-table.ts";
import { withoutTypesetting } from "./typesetting.ts";
import { VARIABLE_LETTERS } from "./variable-letters.ts";
import { renameVariables, variablesOf } from "./variables.ts";

export type ReadRows =
  | {
      readonly ok: true;
      /** The output in each row over the letters A, B …, row 0 first: 0, 1, or X where it does not matter. */
      readonly rows: string;
    }
  | ({ readonly ok: false } & PlacedFault);

/** How many letters, from A on, a list of row numbers is over at least, or the names that an item gives its inputs. */
export type ListInputs = number | readonly string[];

/**
 * Reads a list of minterms or maxterms, `Σm(1, 2, 7) + d(0, 5)` or `ΠM(0, 3-5)`; null if `text` is something else. In a
 * number the first variable is the highest bit. The variables are those on the left, `F(A, B, C) = …`; otherwise A, B …,
 * as many as the largest number needs. The rows are over letters, also where the item has names of its own. Numbers may
 * also come one by one, `m1 + m3` and `M0 · M2`, and the variables below the sign, `Σ_{A,B}(1, 3)`.
 *
 * @param inputs how many letters it is over at least, or the names of the item's inputs: then it is over all of them.
 * @example
 * readMinterms("Σm(1, 2) + d(0)"); // { ok: true, rows: "X110" }
 * readMinterms("F(B, A) = Σm(1)"); // { ok: true, rows: "0010" }
 * readMinterms("Σm(1, 2) + d(2)"); // { ok: false, reason: "2 is listed twice", offset: 13, length: 1 }
 */
export function readMinterms(text: string, inputs: ListInputs = 2): ReadRows | null {
  const names = typeof inputs === "number" ? undefined : inputs;
  const plain = withoutTypesetting(text);
  const left = leftSide(plain, names);
  const start = left?.end ?? 0;
  if (names && givenNameAt(plain, { at: start + plain.slice(start).search(/\S|$/), names })) return null;
  try {
    const read = readRowLists(plain, start);
    if (read === null) return null;
    const { listed, over } = read;
    const most = Math.max(...Object.values(listed).flatMap((all) => all.map(({ to }) => to)));
    const needed = typeof inputs === "number" ? Math.max(inputs, Math.ceil(Math.log2(most + 1))) : inputs.length;
    const place = left ? { offset: left.at, length: left.end - left.at } : { offset: 0, length: text.length };
    const variables = left?.variables ?? over;
    const order = variables ? checkedLetters(variables, { names, place }) : VARIABLE_LETTERS.slice(0, needed);
    return { ok: true, rows: overLetters(rowsOf(listed, order.length), order) };
  } catch (fault) {
    if (!(fault instanceof ListFault)) throw fault;
    return { ok: false, reason: fault.message, ...fault.place };
  }
}

/** The rows that the lists say, the first variable being the highest bit. */
function rowsOf({ minterms, maxterms, dontCare }: RowLists["listed"], width: number): string {
  const [first] = minterms;
  const [other] = maxterms;
  if (first && other) throw new ListFault("list minterms m or maxterms M, not both", other.place);
  if (!first && !other) throw new ListFault("only rows that do not matter are listed", dontCare[0]!.place);
  const rows = new Array<string>(2 ** width).fill(other ? "1" : "0");
  const seen = new Set<number>();
  const lists = [...minterms, ...maxterms].map((each) => ({ ...each, sign: other ? "0" : "1" }));
  for (const { from, to, place, sign } of [...lists, ...dontCare.map((each) => ({ ...each, sign: "X" }))]) {
    if (to < from) throw new ListFault(`${from} is larger than ${to}`, place);
    if (to >= rows.length) {
      throw new ListFault(`${to} is not a row: with ${width} inputs they end at ${rows.length - 1}`, place);
    }
    for (let row = from; row <= to; row += 1) {
      if (seen.has(row)) throw new ListFault(`${row} is listed twice`, place);
      seen.add(row);
      rows[row] = sign;
    }
  }
  return rows.join("");
}

function checkedLetters(
  variables: readonly string[],
  { names, place }: { readonly names: readonly string[] | undefined; readonly place: ListedRows["place"] },
): string[] {
  const known = keyNames(names ?? VARIABLE_LETTERS);
  const [only = "", ...others] = variables;
  const isRun = others.length === 0 && givenName(only, known) === null;
  const letters = (isRun ? namesIn(only, known) : variables).map((name) =>
    letterOf(givenName(name, known) ?? "", names),
  );
  const stranger = variables.find((_, index) => letters[index] === "") ?? (letters.includes("") ? only : undefined);
  if (stranger !== undefined) throw new ListFault(strangerText(stranger || "nothing", names), place);
  if (new Set(letters).size < letters.length) throw new ListFault("an input is listed twice", place);
  return letters;
}

/** The names that are next to each other in `run`; a character that belongs to none is one of them. */
function namesIn(run: string, names: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < run.length; at += found.at(-1)!.length) {
    found.push(givenNameAt(run, { at, names })?.text ?? run.charAt(at));
  }
  return found;
}

/** What to write instead of a name that is no input's. */
export function strangerText(name: string, names?: readonly string[]): string {
  return `${name} is not an input: use ${names?.join(", ") ?? "A to G, or name the item's inputs"}`;
}

/**
 * Rows over the letters from A to the last of `order`, from rows over `order`.
 *
 * @example
 * overLetters("0100", ["B", "A"]); // "0010"
 */
export function overLetters(rows: string, order: readonly string[]): string {
  const width = Math.max(...order.map((name) => VARIABLE_LETTERS.indexOf(name))) + 1;
  const places = order.map((name) => width - 1 - VARIABLE_LETTERS.indexOf(name));
  return Array.from({ length: 2 ** width }, (_, row) => {
    return rows[places.reduce((bits, place) => (bits << 1) | ((row >> place) & 1), 0)];
  }).join("");
}

/**
 * Whether an expression says what a list of minterms says, in the rows that matter. `inputs` as `readMinterms` takes them.
 *
 * @example
 * matchesMinterms("B", { minterms: "Σm(1) + d(3)" }); // true
 */
export function matchesMinterms(
  expression: string,
  { minterms, inputs }: { readonly minterms: string; readonly inputs?: ListInputs | undefined },
): boolean {
  const names = typeof inputs === "object" ? inputs : undefined;
  const list = readMinterms(minterms, inputs);
  const parsed = parseExpression(expression, names && keyNames(names));
  if (!list?.ok || !parsed.ok) return false;
  const letters = VARIABLE_LETTERS.slice(0, Math.log2(list.rows.length));
  const renamed = renameVariables(parsed.expression, (name) => letterOf(name, names));
  if (variablesOf(renamed).some((letter) => !letters.includes(letter))) return false;
  const { column } = truthTable(renamed, letters);
  return [...list.rows].every((bit, row) => bit === "X" || Number(bit) === bitAt(column, row));
}

/** How many letters, from A on, a list's numbers need; those that it names on its left count. 0 for any other text. */
export function lettersOfList(text: string): number {
  const read = readMinterms(text);
  return read?.ok ? Math.log2(read.rows.length) : 0;
}

/**
 * Rows as a list that `readMinterms` reads, with their letters or other `names`.
 *
 * @example
 * printMinterms("X110"); // "OUT(A,B) = Σm(1,2) + d(0)"
 */
export function printMinterms(rows: string, names = VARIABLE_LETTERS): string {
  const letters = names.slice(0, Math.log2(rows.length));
  const dontCare = rows.includes("X") ? ` + d(${numbersOf(rows, "X")})` : "";
  return `OUT(${letters}) = Σm(${numbersOf(rows, "1")})${dontCare}`;
}

/** The numbers of the rows that are `sign`; three and more in a row as a range. */
function numbersOf(rows: string, sign: string): string {
  const runs = [...rows.matchAll(new RegExp(`${sign}+`, "g"))].map(({ 0: run, index }) => {
    if (run.length < 3) return [...run].map((_, offset) => index + offset).join();
    return `${index}-${index + run.length - 1}`;
  });
  return runs.join();
}
