import type { ListLine } from "../files/csv-rows.ts";
import { idColumns, idIn, MAYBE_IDS, restoredId } from "./id-column.ts";
import type { StudentIdRule } from "./student-id.ts";

/** What a column of a list of students has. */
export type ColumnRole = "id" | "name" | "first" | "middle" | "last" | "email";

/** How a list of students is to be read. */
export interface RosterColumns {
  /** For each column up to the last that is used; null for one that is not. */
  readonly roles: readonly (ColumnRole | null)[];
  /** How many of the list's lines are headings, or above them. */
  readonly headLines: number;
}

/** Headings as `plainHeading` gives them, without "student" and the like in front. */
const HEADINGS: Readonly<Record<Exclude<ColumnRole, "id">, RegExp>> = {
  name: /^((full )?names?( of student)?|students?|(last name|surname), ?first name|vollständiger name|nombre completo|nombres y apellidos|apellidos y nombres?|nom complet|nome completo|volledige naam|naam|ad soyad|họ (và )?tên|姓名|이름|氏名)$/,
  first:
    /^((first|given|fore) ?names?|vornamen?|prénoms?|primer nombre|nombres?|nome|voornaam|fornavn|förnamn|etunimi|imię|jméno|adı?|名)$/,
  middle: /^(middle (name|initial)s?|m\.? ?i\.?)$/,
  last: /^((last|family) ?names?|surnames?|(nach|familien)namen?|nom( de famille)?|apellidos?|cognome|sobrenome|achternaam|etternavn|efternavn|efternamn|sukunimi|nazwisko|příjmení|soyadı?|姓)$/,
  email: /^(e ?mail( ?(address|adresse|id))?|mail|correo( electrónico)?|courriel|adresse (e ?mail|de courriel))$/,
};
const OF_STUDENT = /^(student|learner|legal)('?s)? (?=.)/;

/** Names of numbers of other kinds, too: such a column is used only if IDs are below it, and no better heading exists. */
const PLAIN_ID = /^(id|number|nummer|no\.?|#)$/;

/** Headings are looked for in this many lines: some programs write a title above them. */
const HEAD = 20;

/** Of a list without headings, names are looked for in this many columns. */
const SOUGHT = 50;

/** A heading as it is compared: without case, and with spaces for underscores and hyphens. */
export function plainHeading(heading: string): string {
  return heading
    .normalize()
    .toLowerCase()
    .replace(/[_\s-]+/g, " ")
    .trim();
}

/** Finds the columns of a list of students by its headings, or, if it has none, by what is in them. */
export function findColumns(lines: readonly ListLine[], ids: StudentIdRule): RosterColumns {
  const hasId = ({ cells }: ListLine) => cells.some((cell) => ids.matches(idIn(cell)));
  const heads = lines.slice(0, HEAD).map((line) => (hasId(line) ? [] : line.cells.map(plainHeading)));
  const isHead = [
    (cells: readonly string[]) => idColumns(cells).length > 0,
    (cells: readonly string[]) => cells.some((cell) => PLAIN_ID.test(cell)),
    (cells: readonly string[]) => cells.some((cell) => HEADINGS.name.test(cell) || HEADINGS.last.test(cell)),
  ];
  const known = isHead.map((is) => heads.findIndex(is)).find((index) => index !== -1);
  const headings = known === undefined ? [] : heads[known]!;
  const rest = lines.slice((known ?? -1) + 1);
  const id = idColumn(headings, { rest, ids });
  // Without a known heading, the first line still is one if it has words where the others have IDs.
  const isTitled = known === undefined && id !== null && /^[^\d'=]/.test(lines[0]?.cells[id] ?? "");
  const headLines = isTitled ? 1 : (known ?? -1) + 1;
  const named = rolesOf(headings);
  const width = Math.max(0, ...lines.slice(0, HEAD).map(({ cells }) => cells.length));
  const all = Array.from({ length: width }, (_, column): ColumnRole | null => {
    if (column === id) return "id";
    if (headLines > 0) return named[column] ?? null;
    return column < SOUGHT ? roleByCells(rest, column) : null;
  });
  return { roles: all.slice(0, all.findLastIndex((role) => role !== null) + 1), headLines };
}

function idColumn(
  headings: readonly string[],
  { rest, ids }: { rest: readonly ListLine[]; ids: StudentIdRule },
): number | null {
  const whole = countCells(rest, (cell) => ids.matches(idIn(cell)));
  const headed = idColumns(headings);
  const isCanvas = headings.includes("student") && headings.includes("section");
  const plain = isCanvas ? -1 : headings.findIndex((heading) => PLAIN_ID.test(heading));
  const filled = [...headed, ...(plain === -1 ? [] : [plain])].find((column) => whole.has(column));
  const sure = filled ?? headed.find((column) => !MAYBE_IDS.has(headings[column]!));
  if (sure !== undefined) return sure;
  const short = isCanvas ? null : fullest(countCells(rest, (cell) => restoredId(cell, ids) !== null));
  return (isCanvas ? null : fullest(whole)) ?? short ?? (plain === -1 ? (headed[0] ?? null) : plain);
}

/** How many cells of each column are IDs; columns without any are left out. */
function countCells(lines: readonly ListLine[], isId: (cell: string) => boolean): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { cells } of lines) {
    for (const [column, cell] of cells.entries()) if (isId(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return counts;
}

function fullest(counts: ReadonlyMap<number, number>): number | null {
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || a - b);
  return first?.[0] ?? null;
}

/** What the headings (as `plainHeading` gives them) say about their columns, but for IDs. */
export function rolesOf(headings: readonly string[]): (ColumnRole | null)[] {
  const taken = new Set<ColumnRole>();
  const roles = headings.map((heading): ColumnRole | null => {
    const plain = heading.replace(OF_STUDENT, "");
    const role = (Object.keys(HEADINGS) as (keyof typeof HEADINGS)[]).find((each) => HEADINGS[each].test(plain));
    if (role === undefined || taken.has(role)) return null;
    taken.add(role);
    return role;
  });
  // German lists have "Name" next to "Vorname".
  const isLast = taken.has("first") && !taken.has("last");
  return isLast ? roles.map((role) => (role === "name" ? "last" : role)) : roles;
}

/** No longer text is taken for a name or an address. */
const MOST = 200;

/** Of a list without headings: a column of addresses, or of texts that look like names and are mostly different. */
function roleByCells(lines: readonly ListLine[], column: number): ColumnRole | null {
  const cells = lines.flatMap(({ cells }) => cells[column] || []);
  if (cells.length === 0 || cells.some(({ length }) => length > MOST)) return null;
  if (cells.every((cell) => /^\S+@\S+$/.test(cell))) return "email";
  const isOfWords = (cell: string) => /^\p{L}[\p{L}\p{M}.,'’"() -]+$/u.test(cell) && /[ ,]/.test(cell);
  return cells.every(isOfWords) && new Set(cells).size > cells.length / 2 ? "name" : null;
}

/**
 * The name in a line: from one column, or from the first and last names in several; empty if there is none.
 *
 * @example
 * nameIn(["20230001", "Cruz", "Ana"], ["id", "last", "first"]); // "Ana Cruz"
 */
export function nameIn(cells: readonly string[], roles: RosterColumns["roles"]): string {
  const cellOf = (role: ColumnRole) => cells[roles.indexOf(role)]?.trim() ?? "";
  const parts = roles.includes("name") ? [cellOf("name")] : (["first", "middle", "last"] as const).map(cellOf);
  return parts.filter((part) => part !== "").join(" ");
}
