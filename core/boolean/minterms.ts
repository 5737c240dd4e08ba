import { keyNames, letterOf, VARIABLE_LETTERS } from "./forms.ts";
import { givenName } from "./given-names.ts";
import { leftSide } from "./left-side.ts";

/** What is wrong with a text, and the place in it, in UTF-16 units. */
export interface PlacedFault {
  readonly reason: string;
  readonly offset: number;
  readonly length: number;
}

export type ReadRows =
  | {
      readonly ok: true;
      /** The output in each row over the letters A, B …, row 0 first: 0, 1, or X where it does not matter. */
      readonly rows: string;
    }
  | ({ readonly ok: false } & PlacedFault);

/** A list with what it lists: Σ, Π or neither; m, M, d or nothing; the numbers. */
const LIST =
  /\s*(?:([Σ∑]|\\sum|\\Sigma|sum\b)|([Π∏]|\\prod|\\Pi|prod\b))?\s*_?\{?(?:([mM])|([dD]c?))?\}?\s*\(([\s\d,;.–-]*)\)/y;
const JOINT = /\s*[+·⋅.*∙]/y;
const NUMBERS = /(\d+)(?:\s*(?:-|–|\.\.)\s*(\d+))?/g;

/** How many letters, from A on, a list of row numbers is over at least, or the names that an item gives its inputs. */
export type ListInputs = number | readonly string[];

interface Listed {
  readonly from: number;
  readonly to: number;
  readonly place: { readonly offset: number; readonly length: number };
}

interface Lists {
  readonly listed: Readonly<Record<"minterms" | "maxterms" | "dontCare", Listed[]>>;
  /** Where the text goes on after the last list. */
  readonly end: number;
}

/** Unwinds to `readMinterms`, which turns it into a value. */
class Fault extends Error {
  readonly place: Listed["place"];
  constructor(reason: string, place: Listed["place"]) {
    super(reason);
    this.place = place;
  }
}

/**
 * Reads a list of minterms or maxterms, `Σm(1, 2, 7) + d(0, 5)` or `ΠM(0, 3-5)`; null if `text` is something else. In a
 * number the first variable is the highest bit. The variables are those on the left, `F(A, B, C) = …`; otherwise A, B …,
 * as many as the largest number needs. The rows are over letters, also where the item has names of its own.
 *
 * @param inputs how many letters it is over at least, or the names of the item's inputs: then it is over all of them.
 * @example
 * readMinterms("Σm(1, 2) + d(0)"); // { ok: true, rows: "X110" }
 * readMinterms("F(B, A) = Σm(1)"); // { ok: true, rows: "0010" }
 * readMinterms("Σm(1, 2) + d(2)"); // { ok: false, reason: "2 is listed twice", offset: 13, length: 1 }
 */
export function readMinterms(text: string, inputs: ListInputs = 2): ReadRows | null {
  const names = typeof inputs === "number" ? undefined : inputs;
  const left = leftSide(text, names);
  const start = left?.end ?? 0;
  LIST.lastIndex = start;
  const [, sum, product, term] = LIST.exec(text) ?? [];
  if (sum === undefined && product === undefined && term === undefined) return null;
  try {
    const { listed, end } = readLists(text, start);
    if (text.slice(end).trim() !== "") throw new Fault("expected the end of the list", { offset: end, length: 1 });
    const most = Math.max(...Object.values(listed).flatMap((all) => all.map(({ to }) => to)));
    const needed = typeof inputs === "number" ? Math.max(inputs, Math.ceil(Math.log2(most + 1))) : inputs.length;
    const order = left?.variables
      ? checkedLetters(left.variables, { names, place: { offset: left.at, length: left.end - left.at } })
      : VARIABLE_LETTERS.slice(0, needed);
    return { ok: true, rows: overLetters(rowsOf(listed, order.length), order) };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { ok: false, reason: fault.message, ...fault.place };
  }
}

function readLists(text: string, start: number): Lists {
  const listed = { minterms: [] as Listed[], maxterms: [] as Listed[], dontCare: [] as Listed[] };
  let end = start;
  for (;;) {
    LIST.lastIndex = end;
    const match = LIST.exec(text);
    const place = { offset: end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0), length: 1 };
    if (match === null) throw new Fault("expected a list of row numbers, such as m(1, 2)", place);
    const [whole, sum, product, term, dontCare, numbers = ""] = match;
    if ((sum && term === "M") || (product && term === "m")) {
      throw new Fault("Σ lists minterms m, Π lists maxterms M", { ...place, length: whole.trim().length });
    }
    const kind = dontCare ? "dontCare" : term === "M" || product ? "maxterms" : "minterms";
    const inside = end + whole.length - 1 - numbers.length;
    const found = [...numbers.matchAll(NUMBERS)].map((number): Listed => {
      const [digits, from = "", to = from] = number;
      return { from: +from, to: +to, place: { offset: inside + number.index, length: digits.length } };
    });
    if (found.length === 0) throw new Fault("expected row numbers", { offset: inside, length: 1 });
    listed[kind].push(...found);
    end += whole.length;
    JOINT.lastIndex = end;
    const joint = JOINT.exec(text);
    if (joint === null) return { listed, end };
    end += joint[0].length;
  }
}

/** The rows that the lists say, the first variable being the highest bit. */
function rowsOf({ minterms, maxterms, dontCare }: Lists["listed"], width: number): string {
  const [first] = minterms;
  const [other] = maxterms;
  if (first && other) throw new Fault("list minterms m or maxterms M, not both", other.place);
  if (!first && !other) throw new Fault("only rows that do not matter are listed", dontCare[0]!.place);
  const rows = new Array<string>(2 ** width).fill(other ? "1" : "0");
  const seen = new Set<number>();
  const lists = [...minterms, ...maxterms].map((each) => ({ ...each, sign: other ? "0" : "1" }));
  for (const { from, to, place, sign } of [...lists, ...dontCare.map((each) => ({ ...each, sign: "X" }))]) {
    if (to < from) throw new Fault(`${from} is larger than ${to}`, place);
    if (to >= rows.length) {
      throw new Fault(`${to} is not a row: with ${width} inputs they end at ${rows.length - 1}`, place);
    }
    for (let row = from; row <= to; row += 1) {
      if (seen.has(row)) throw new Fault(`${row} is listed twice`, place);
      seen.add(row);
      rows[row] = sign;
    }
  }
  return rows.join("");
}

function checkedLetters(
  variables: readonly string[],
  { names, place }: { readonly names: readonly string[] | undefined; readonly place: Listed["place"] },
): string[] {
  const known = keyNames(names ?? VARIABLE_LETTERS);
  const letters = variables.map((name) => letterOf(givenName(name, known) ?? "", names));
  const stranger = variables.find((_, index) => letters[index] === "");
  if (stranger !== undefined) throw new Fault(strangerText(stranger || "nothing", names), place);
  if (new Set(letters).size < letters.length) throw new Fault("an input is listed twice", place);
  return letters;
}

/** What to write instead of a name that is no input's. */
export function strangerText(name: string, names?: readonly string[]): string {
  return `${name} is not an input: use ${names?.join(", ") ?? "A to G"}`;
}

/** Rows over the letters from A to the last of `order`, from rows over `order`. */
function overLetters(rows: string, order: readonly string[]): string {
  const width = Math.max(...order.map((name) => VARIABLE_LETTERS.indexOf(name))) + 1;
  const places = order.map((name) => width - 1 - VARIABLE_LETTERS.indexOf(name));
  return Array.from({ length: 2 ** width }, (_, row) => {
    return rows[places.reduce((bits, place) => (bits << 1) | ((row >> place) & 1), 0)];
  }).join("");
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
 * printMinterms("X110"); // "F(A,B) = Σm(1,2) + d(0)"
 */
export function printMinterms(rows: string, names = VARIABLE_LETTERS): string {
  const letters = names.slice(0, Math.log2(rows.length));
  const dontCare = rows.includes("X") ? ` + d(${numbersOf(rows, "X")})` : "";
  return `F(${letters}) = Σm(${numbersOf(rows, "1")})${dontCare}`;
}

/** The numbers of the rows that are `sign`; three and more in a row as a range. */
function numbersOf(rows: string, sign: string): string {
  const runs = [...rows.matchAll(new RegExp(`${sign}+`, "g"))].map(({ 0: run, index }) => {
    if (run.length < 3) return [...run].map((_, offset) => index + offset).join();
    return `${index}-${index + run.length - 1}`;
  });
  return runs.join();
}
