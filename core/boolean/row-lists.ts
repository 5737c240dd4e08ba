/** What is wrong with a text, and the place in it, in UTF-16 units. */
export interface PlacedFault {
  readonly reason: string;
  readonly offset: number;
  readonly length: number;
}

/** Unwinds to the reader of a list, which turns it into a value. */
export class ListFault extends Error {
  readonly place: Omit<PlacedFault, "reason">;
  constructor(reason: string, place: Omit<PlacedFault, "reason">) {
    super(reason);
    this.place = place;
  }
}

/** Rows with a place in the text. */
export interface ListedRows {
  readonly from: number;
  readonly to: number;
  readonly place: Omit<PlacedFault, "reason">;
}

export type RowKind = "minterms" | "maxterms" | "dontCare";

export interface RowLists {
  readonly listed: Readonly<Record<RowKind, ListedRows[]>>;
  /** The variables of `Σ_{A,B}(1, 3)`, as they are; null if none are listed. */
  readonly over: readonly string[] | null;
  /** Where the text goes on after the last list. */
  readonly end: number;
}

const SUM = String.raw`[Σ∑]|\\sum|\\Sigma|\b(?:[Ss]um|SUM|[Ss]igma)\b(?:\s+of\b)?`;
const PRODUCT = String.raw`[Π∏]|\\prod|\\Pi|\b(?:[Pp]rod(?:uct)?|PROD|[Pp]i)\b(?:\s+of\b)?`;
const MINTERM = "m|[Mm]in-?terms?";
const MAXTERM = "M|[Mm]ax-?terms?";
const DONT_CARE = String.raw`[dD]c?|DC|[φϕΦØø∅xX]|\\phi|\\Phi|[Dd]on['’]?t[ -]?cares?`;
const OVER = String.raw`[A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)+|(?<=[_Σ∑Π∏])(?!(?:${MINTERM}|${MAXTERM}|${DONT_CARE})\b)[A-Za-z]{2,}`;
const RANGE = String.raw`\d+(?:\s*(?:-|–|\.\.)\s*\d+)?`;
const LIST = new RegExp(
  // No two runs of blanks next to each other: a thousand blanks would take minutes.
  String.raw`\s*(?:(?:(?<sum>${SUM})|(?<product>${PRODUCT}))\s*)?` +
    String.raw`(?:_\s*)?(?:(?:\{\s*)?(?<over>${OVER})\s*(?:\}\s*)?)?` +
    String.raw`(?:_\s*)?(?:(?:\{\s*)?(?:(?<minterm>${MINTERM})|(?<maxterm>${MAXTERM})|(?<dontCare>${DONT_CARE}))\s*(?:\}\s*)?)?(?::\s*)?` +
    String.raw`(?:(?<bracketed>[([{][\s\d,;.mM_–-]*[)\]}])|_?(?<bare>${RANGE}(?:\s*,\s*${RANGE})*))`,
  "y",
);
const NUMBERS = /([mM]?)_?(\d+)(?:\s*(?:-|–|\.\.)\s*(\d+))?/g;
/** What may be between row numbers: a blank, or one sign with blanks around it. */
const BETWEEN_NUMBERS = /^(?:\s+|\s*[,;]\s*)$/;
/** What joins lists: a sum, a product, or either. */
const JOINT =
  /\s*(?:(?<plus>\+)|(?<times>[·⋅.*∙]|\\cdot)|(?<either>[,;]|(?:and|with)\b(?:\s+don['’]t[ -]cares?(?=\s+d\s*\())?))?/y;
/** What textbooks have in front of a second list, of rows that do not matter: `d(A, B) = Σ(0, 3)`. */
const DONT_CARE_SIDE =
  /\s*(?:(?:which has|has|and|with)\s+)?(?:the\s+)?(?:don['’]t[ -]cares?(?:\s+conditions?)?:?\s+)?d\s*(?:\((?<own>[^()]*)\)\s*)?=/y;

interface List {
  readonly kind: RowKind;
  /** Σ or Π, or m or M: without them numbers are no list. */
  readonly isSure: boolean;
  readonly over: string | undefined;
  readonly rows: readonly ListedRows[];
  readonly place: Omit<PlacedFault, "reason">;
  readonly end: number;
}

/**
 * Reads lists of row numbers from `start` on: `Σm(1, 2) + d(0)`, `m1 + m2`; null if `text` has something else there.
 * Throws a `ListFault`.
 */
export function readRowLists(text: string, start: number): RowLists | null {
  const first = listAt(text, start);
  if (first === null || (!first.isSure && first.kind !== "dontCare")) return null;
  const lists = [first];
  for (;;) {
    const before = lists.at(-1)!;
    JOINT.lastIndex = before.end;
    const joint = JOINT.exec(text)!;
    const at = before.end + joint[0].length;
    const next = dontCareAt(text, at, start) ?? listAt(text, at);
    if (next === null) {
      if (!lists.some(({ isSure }) => isSure)) return null;
      if (joint[0].trim() === "" && text.slice(at).trim() === "") break;
      if (joint[0].trim() === "")
        throw new ListFault("expected the end of the list", { offset: before.end, length: 1 });
      const offset = at + text.slice(at).search(/\S|$/);
      throw new ListFault("expected a list of row numbers, such as m(1, 2)", { offset, length: 1 });
    }
    const { plus, times, either } = joint.groups!;
    const isSame = next.kind === before.kind;
    if ((isSame && next.kind === "minterms" && !plus && !either) || (isSame && next.kind === "maxterms" && plus)) {
      throw new ListFault("join minterms with +, maxterms with ⋅", {
        offset: before.end,
        length: (times ?? plus ?? " ").length,
      });
    }
    lists.push(next);
  }
  const rowsOf = (kind: RowKind) => lists.filter((list) => list.kind === kind).flatMap(({ rows }) => rows);
  const over = lists.find((list) => list.over !== undefined)?.over;
  return {
    listed: { minterms: rowsOf("minterms"), maxterms: rowsOf("maxterms"), dontCare: rowsOf("dontCare") },
    over: over?.split(",").map((name) => name.trim()) ?? null,
    end: lists.at(-1)!.end,
  };
}

/** The list of rows that do not matter with a left side of its own; null for something else. */
function dontCareAt(text: string, at: number, start: number): List | null {
  DONT_CARE_SIDE.lastIndex = at;
  const side = DONT_CARE_SIDE.exec(text);
  const list = side && listAt(text, DONT_CARE_SIDE.lastIndex);
  if (side === null || list?.kind !== "minterms") return null;
  const plain = (variables: string) => variables.replace(/[\s,;]/g, "");
  const own = side.groups!.own;
  const [, listed] = /\(([^()]*)\)/.exec(text.slice(0, start)) ?? [];
  if (own !== undefined && plain(own) !== plain(listed ?? "")) {
    throw new ListFault("list the same inputs for the rows that do not matter", { offset: at, length: side[0].length });
  }
  return { ...list, kind: "dontCare" };
}

/** The list that begins at `at`; null for something else. */
function listAt(text: string, at: number): List | null {
  LIST.lastIndex = at;
  const match = LIST.exec(text);
  if (match === null) return null;
  const { sum, product, minterm, maxterm, dontCare, over, bracketed, bare } = match.groups!;
  const [whole] = match;
  const end = at + whole.length;
  const place = { offset: at + whole.search(/\S/), length: whole.trim().length };
  // X1 and X2 are inputs.
  if (bracketed === undefined && dontCare?.toUpperCase() === "X" && !sum) return null;
  if (bracketed && "([{".indexOf(bracketed[0]!) !== ")]}".indexOf(bracketed.at(-1)!)) return null;
  const kind = dontCare ? "dontCare" : maxterm || product ? "maxterms" : "minterms";
  const numbers = [...(bracketed ?? bare)!.matchAll(NUMBERS)];
  const other = kind === "maxterms" ? "m" : "M";
  if ((sum && maxterm) || (product && minterm) || numbers.some(([, sign]) => sign === other)) {
    throw new ListFault("Σ lists minterms m, Π lists maxterms M", place);
  }
  const inside = end - (bracketed ?? bare)!.length;
  if (numbers.length === 0) throw new ListFault("expected row numbers", { offset: end - 1, length: 1 });
  const odd = bracketed === undefined ? null : oddPlaceIn(bracketed);
  if (odd !== null) {
    throw new ListFault("expected row numbers with commas between them", { offset: inside + odd, length: 1 });
  }
  const written = numbers.flatMap(([, , from, to]) => [from!, ...(to ? [to] : [])]);
  const isSure = (sum ?? product ?? minterm ?? maxterm) !== undefined;
  // As decimal numbers they would be other rows.
  if (
    isSure &&
    written.some((number) => /^0[01]/.test(number)) &&
    written.every((number) => /^[01]{2,}$/.test(number))
  ) {
    throw new ListFault("write row numbers as decimals: 2, not 10", { offset: inside, length: end - inside });
  }
  const rows = numbers.map(({ 0: digits, 2: from, 3: to = from, index }) => {
    return { from: Number(from), to: Number(to), place: { offset: inside + index, length: digits.length } };
  });
  return { kind, isSure, over, rows, place, end };
}

/** Where a bracketed list has signs that are not between two of its numbers, as in `(-1)`, `(1.5)` and `(1, 2, ...)`. */
function oddPlaceIn(bracketed: string): number | null {
  const inner = bracketed.slice(1, -1);
  let end = 0;
  for (const { 0: number, index } of inner.matchAll(NUMBERS)) {
    const between = inner.slice(end, index);
    if (end === 0 ? between.trim() !== "" : !BETWEEN_NUMBERS.test(between)) return 1 + end;
    end = index + number.length;
  }
  return /^\s*[,;]?\s*$/.test(inner.slice(end)) ? null : 1 + end;
}
