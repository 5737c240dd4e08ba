import { groupBy } from "../../basics/group-by.ts";
import { shownName } from "../../basics/shown-name.ts";
import { count } from "../../basics/texts.ts";
import { isEmail } from "../accounts/account-fields.ts";
import { type ListLine, listLines } from "../files/csv-rows.ts";
import { MARKUP, TABLE_FAULTS } from "../files/table-faults.ts";
import { STUDENT_TABLE, TEXT_LENGTHS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";
import { idColumns, idIn, restoredId, SHORTENED } from "./id-column.ts";
import { type NotStudent, notStudents } from "./not-students.ts";
import { spacedLines, textLines, undividedLines } from "./pasted-lines.ts";
import { BIRTH_DATE, findColumns, headingsOf, nameIn, type RosterColumns, rolesOf } from "./roster-columns.ts";
import { EIGHT_DIGITS, type StudentIdRule } from "./student-id.ts";

export interface RosterStudent {
  readonly studentId: string;
  /** Empty if the roster has none, or several that differ. */
  readonly name: string;
  /** Empty if the roster has none. */
  readonly email: string;
}

/** A list of students as far as it is understood. */
export interface Roster {
  readonly students: readonly RosterStudent[];
  /** Whether the list has names at all. */
  readonly hasNames: boolean;
  /** Those who are in several lines, with one name, and count once. */
  readonly repeated: readonly string[];
  /** Lines that were not taken, and those of the unclear names; `field` is `line 3`, or empty for the whole list. */
  readonly issues: readonly RuleIssue[];
  /** How many of these lines have an ID whose leading zeros a spreadsheet dropped. */
  readonly lostZeros: number;
  readonly columns: RosterColumns;
}

export interface RosterOptions {
  readonly ids?: StudentIdRule | undefined;
  /** By default they are found by their headings. */
  readonly columns?: RosterColumns | undefined;
  /** Whether an ID that is too short gets its leading zeros back: a person must have said so. */
  readonly restoresZeros?: boolean | undefined;
}

/** Canvas's rows that are not students: the points of each assignment, and the instructor's test student. */
export const CANVAS_NOBODY = { points: "points possible", test: "student, test" } as const;

/**
 * The students in the text of a CSV file, or pasted from a spreadsheet; `readRoster` says how.
 *
 * @example
 * parseRoster("student_id,name,email\n20230001,Ana Cruz,ana@uni.example\n").students[0]?.name; // "Ana Cruz"
 */
export function parseRoster(text: string, options: RosterOptions = {}): Roster {
  const { lines, issues } = rosterLines(text);
  const roster = readRoster(lines, options);
  return { ...roster, issues: [...roster.issues, ...issues] };
}

/**
 * A list's lines, up to a quotation mark too many, which makes the rest of the file one cell; none if it is too long.
 */
export function rosterLines(text: string): { lines: readonly ListLine[]; issues: readonly RuleIssue[] } {
  if (MARKUP.test(text)) return none("list-not-csv", TABLE_FAULTS.markup);
  try {
    const lines = spacedLines(textLines(text)) ?? undividedLines(listLines(text));
    return lines.length > STUDENT_TABLE.rows ? none("list-too-long", TABLE_FAULTS.long) : { lines, issues: [] };
  } catch {
    const lines = listLines(`${text}"`);
    const message = "A quotation mark has no end: this line and those after it were not read";
    const issue = { code: "open-quote", field: `line ${lines.at(-1)?.line}`, message };
    return { lines: lines.slice(0, -1), issues: [issue] };
  }
}

function none(code: string, message: string): ReturnType<typeof rosterLines> {
  return { lines: [], issues: [{ code, field: "", message }] };
}

/**
 * The lines of a spreadsheet's first sheet that has students, or of its first one; an issue says who is on others only.
 */
export function studentSheet(
  sheets: readonly (readonly ListLine[])[],
  options: RosterOptions = {},
): { lines: readonly ListLine[]; issues: readonly RuleIssue[] } {
  const read = sheets.map(undividedLines).map((lines) => ({
    lines,
    ids: readRoster(lines, options).students.map((each) => each.studentId),
  }));
  const chosen = read.find(({ ids }) => ids.length > 0);
  const listed = new Set(chosen?.ids);
  const others = new Set(read.flatMap(({ ids }) => ids).filter((id) => !listed.has(id)));
  const [first] = others;
  const message = `${count(others.size, "student is", "students are")} on another sheet only, such as ${first}. Put all students on one sheet`;
  return {
    lines: chosen?.lines ?? read[0]?.lines ?? [],
    issues: others.size === 0 ? [] : [{ code: "other-sheets", field: "", message }],
  };
}

/**
 * The students in the lines of a table: IDs in a column with one of the headings that lists of courses have for it, or
 * in any column if none has such a heading; names in one column or in two; other columns are ignored. What is not
 * understood is listed and left out, and everything else is taken. A student in several lines, as in several sections,
 * is one.
 */
export function readRoster(lines: readonly ListLine[], options: RosterOptions = {}): Roster {
  const { ids = EIGHT_DIGITS, columns = findColumns(lines, ids), restoresZeros = false } = options;
  const isReadable = columns.roles.includes("id");
  const headings = headingsOf(lines, columns.headLines);
  const listed = isReadable ? studentLines(lines, { ids, columns }) : [];
  const isLonger = longerThan(headings);
  const cutsNames = areNamesCut(listed.filter(isLonger), columns);
  const reading = { ids, columns, notStudent: notStudents(headings, lines), isLonger, cutsNames };
  const entries = listed.map((line) => entryOf(line, reading));
  const faults = entries.map((entry) => faultOf(entry, { ids, restoresZeros }));
  const byId = groupBy(
    entries.filter((_, index) => faults[index] === null),
    ({ id }) => id,
  );
  const shared = isReadable ? unreadIds(lines, { ids, columns, read: byId }) : new Map<number, readonly string[]>();
  const isUnclear = (same: readonly Entry[]) => {
    return same.some(({ isCut, line }) => isCut || shared.has(line)) || differ(same);
  };
  const unclear = new Set([...byId].flatMap(([id, same]) => (isUnclear(same) ? [id] : [])));
  const issues = entries.flatMap(({ id, line, name, isCut }, index) => {
    const isShared = shared.has(line);
    const doubt = isCut ? CUT_NAME : isShared ? null : `Student ID ${id} is listed with different names`;
    const message = faults[index] ?? (unclear.has(id) ? doubt : areLost(name) ? lostLetters(name) : null);
    return message === null ? [] : [lineIssue(line, message)];
  });
  const isKnown = new Set(issues.map(({ field }) => field));
  issues.push(
    ...[...shared]
      .map(([line, unread]) => lineIssue(line, `${unread.join(", ")} was not read: write each student on a line alone`))
      .filter(({ field }) => !isKnown.has(field)),
  );
  const beside = isReadable ? studentsBeside(lines, { ids, columns }).filter(({ id }) => !byId.has(id)) : [];
  issues.push(
    ...beside.map(({ id, line }) => lineIssue(line, `${id} is in a second column of Student IDs. ${ONE_COLUMN}`)),
  );
  return {
    students: [...byId].map(([studentId, same]) => {
      const [{ name }] = same.toSorted((a, b) => wordsOf(b.name).length - wordsOf(a.name).length) as [Entry];
      const email = same.find((each) => each.email !== "")?.email ?? "";
      return { studentId, name: unclear.has(studentId) ? "" : name, email };
    }),
    hasNames: (["name", "first", "last"] as const).some((role) => columns.roles.includes(role)),
    repeated: [...byId].flatMap(([id, same]) => (same.length > 1 && !unclear.has(id) ? [id] : [])),
    issues: isReadable || lines.length === 0 ? issues : [noColumn(ids)],
    lostZeros: entries.filter(({ isRestored }) => isRestored).length,
    columns,
  };
}

const CUT_NAME =
  "The line has more cells than the headings, so the name is not taken: put names with a comma between quotation marks, " +
  "or give every column a heading";

/** What programs write for letters that an encoding lacks. */
const LOST_LETTERS = /[?\uFFFD]/;
/**
 * Letters of another encoding, such as Cyrillic ones: words of letters with accents alone, signs next to letters, and
 * capitals inside of words, as Excel on a Mac saves "José" and "Müller" as "JosŽ" and "MŸller".
 */
const MISREAD_LETTERS = [
  /(?<!\p{L})[À-ÖØ-öø-ÿªº]{3,}(?!\p{L})|[À-ÖØ-öø-ÿ]{4}/u,
  /\p{L}[¡-©¬®-³µ¶¸¹¼-¿×÷€†‡ˆ‰˜™‚„]|[¡-©¬®-³µ¶¸¹¼-¿×÷€†‡ˆ‰˜™]\p{L}|\p{L}[“”]\p{L}/u,
  /\p{Ll}[ŠŒŽŸ]|\p{L}[ŠŒŽŸ]\p{Ll}/u,
];

function areLost(name: string): boolean {
  return [LOST_LETTERS, ...MISREAD_LETTERS].some((pattern) => pattern.test(name));
}

function lostLetters(name: string): string {
  return `Letters of "${shownName(name)}" are lost: save the list as "CSV UTF-8", or as a spreadsheet`;
}

const ONE_COLUMN = "Put all students below each other";

function lineIssue(line: number, message: string): RuleIssue {
  return { code: "roster-line", field: `line ${line}`, message };
}

/** The IDs in other columns with the heading of the column of IDs: lists are printed in two columns. */
function studentsBeside(lines: readonly ListLine[], { ids, columns }: Columns): { id: string; line: number }[] {
  const column = columns.roles.indexOf("id");
  const headings = headingsOf(lines, columns.headLines);
  const others = headings.flatMap((heading, index) =>
    index !== column && heading === headings[column] ? [index] : [],
  );
  if (headings[column] === "") return [];
  return lines.slice(columns.headLines).flatMap(({ cells, line }) => {
    const found = others.map((index) => idIn(cells[index] ?? "")).filter((id) => ids.matches(id));
    return found.map((id) => ({ id, line }));
  });
}

/** What an ID may be in a text. */
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The IDs that were not read, by line: next to a student in one line, or in a line that was taken for headings. A number
 * of another kind, as of a telephone, begins otherwise, or is a birth date, or is in more lines.
 */
function unreadIds(
  lines: readonly ListLine[],
  { ids, columns, read }: Columns & { readonly read: ReadonlyMap<string, unknown> },
): ReadonlyMap<number, readonly string[]> {
  const { roles, headLines } = columns;
  const headings = headingsOf(lines, headLines);
  const isHeaded = headings.some((heading) => idColumns([heading]).length > 0) || rolesOf(headings).some(Boolean);
  const isSearched = (cell: string, column: number) => {
    if (!headings[column] || (!isHeaded && !ids.matches(idIn(cell)))) return true;
    return ["id", "name", "first", "last"].includes(roles[column] ?? "");
  };
  const starts = new Set([...read.keys()].map((id) => id.slice(0, 2)));
  const isUnread = (word: string) => {
    return ids.matches(word) && starts.has(word.slice(0, 2)) && !read.has(word) && !BIRTH_DATE.test(word);
  };
  const found = lines.slice(isHeaded ? headLines : 0).map(({ cells, line, text }, index) => {
    const isHead = !isHeaded && index < headLines;
    const searched = text ?? cells.filter((cell, column) => isHead || isSearched(cell, column)).join(" ");
    return [line, [...new Set(searched.match(WORD))].filter(isUnread)] as const;
  });
  const lineCount = groupBy(
    found.flatMap(([, unread]) => unread),
    (id) => id,
  );
  return new Map(
    found.flatMap(([line, unread]) => {
      const once = unread.filter((id) => lineCount.get(id)!.length === 1);
      return once.length === 0 ? [] : [[line, once] as const];
    }),
  );
}

function noColumn(ids: StudentIdRule): RuleIssue {
  const message = `No column, or more than one, has Student IDs (each ${ids.words}). Name the right one "student_id" in the first line.`;
  return { code: "no-student-id-column", field: "", message };
}

interface Columns {
  readonly ids: StudentIdRule;
  readonly columns: RosterColumns;
}

interface Reading extends Columns {
  readonly notStudent: ReturnType<typeof notStudents>;
  readonly isLonger: (line: ListLine) => boolean;
  /** Whether a comma in a name may have made two cells of it. */
  readonly cutsNames: boolean;
}

/** The cells of the line that Markdown has below the headings. */
const RULE = /^(?=.*(?:-[-:]|==))[:+=-]+$/;

/** The lines of students: not the headings, and of an exported gradebook not what Canvas puts above them and below. */
function studentLines(lines: readonly ListLine[], { ids, columns }: Columns): readonly ListLine[] {
  const { roles, headLines } = columns;
  const column = roles.indexOf("id");
  const nameOf = ({ cells }: ListLine) => nameIn(cells, roles).toLowerCase();
  const points = lines.findIndex((line) => nameOf(line) === CANVAS_NOBODY.points);
  const first = Math.max(headLines, points + 1);
  return lines.filter((line, index) => {
    if (RULE.test(line.cells.join(""))) return false;
    // Lists that were put together have headings in the middle.
    const isBelow = index >= first || ids.matches(idIn(line.cells[column] ?? ""));
    return isBelow && nameOf(line) !== CANVAS_NOBODY.test;
  });
}

/** What a line says about a student. */
interface Entry {
  readonly line: number;
  /** As it is in the cell. */
  readonly typed: string;
  readonly id: string;
  /** Whether `id` has zeros that the cell lacks. */
  readonly isRestored: boolean;
  readonly name: string;
  /** Whether a comma in the name may have made two cells of it. */
  readonly isCut: boolean;
  readonly email: string;
  /** Null for a student. */
  readonly notStudent: NotStudent | null;
  readonly hidden: boolean;
}

/**
 * Whether a line has more cells than the headings. Spreadsheets fill these up to the length of the others: then what is
 * behind them may also be a remark.
 */
function longerThan(headings: readonly string[]): (line: ListLine) => boolean {
  const named = headings.findLastIndex((heading) => heading !== "") + 1;
  return ({ cells, spaced = false }) => {
    return named > 0 && cells.slice(spaced ? named : headings.length).some((cell) => cell !== "");
  };
}

/**
 * Whether the longer lines' names are cut: not if whole names are in front of a text that is mostly the same, as below
 * "Program", since then the last column has no heading.
 */
function areNamesCut(longer: readonly ListLine[], { roles }: RosterColumns): boolean {
  const column = roles.indexOf("name");
  const behind = new Set(longer.map(({ cells }) => cells[column + 1]));
  return behind.size > longer.length / 2 || !longer.every(({ cells }) => cells[column]?.includes(" "));
}

function entryOf(listed: ListLine, reading: Reading): Entry {
  const { cells, line, hidden = false } = listed;
  const { ids, columns, notStudent, isLonger, cutsNames } = reading;
  const { roles } = columns;
  const typed = cells[roles.indexOf("id")] ?? "";
  const restored = restoredId(typed, ids);
  // 2023-0001, 2023/0001 and 2023 0001: whole columns of such numbers may be something else, but this is the one of the
  // IDs.
  const dashed = typed.replace(/\p{Pd}/gu, "-");
  const joined = isDate(dashed) ? typed : dashed.replace(/[\s-]|(?<=^\d{4})\/(?=\d{4}$)/g, "");
  // Chile's 20.240.101-k.
  const plain = typed.replace(/\.(?=\d{3})|\s/g, "");
  const spellings = [typed, idIn(typed), joined, plain, plain.toUpperCase()];
  const id = restored ?? spellings.find((each) => ids.matches(each)) ?? idIn(typed);
  const mayBeCut = cutsNames && isLonger(listed) && roles.includes("name");
  const isCut = mayBeCut && /^\p{L}[\p{L}\p{M}.'’ -]*$/u.test(cells[roles.indexOf("name") + 1] ?? "");
  // Where IDs are the first parts of addresses, one column has both.
  const email = emailIn(cells[roles.indexOf("email")] ?? (/^\S+@\S+$/.test(typed) ? typed : ""));
  // Workday repeats the ID behind the name.
  const name = nameIn(cells, roles).replace(` (${id})`, "");
  return { line, typed, id, isRestored: restored !== null, name, isCut, email, notStudent: notStudent(cells), hidden };
}

/**
 * The first address in a cell, which mail programs write as `Ana Cruz <ana@uni.example>; a@home.example`; else its
 * text.
 */
function emailIn(cell: string): string {
  const plain = cell.replace(/[\p{Cc}\p{Cf}]/gu, "");
  const parts = plain.split(/[\s,;<>()]+/).map((part) => part.replace(/^mailto:/i, ""));
  return parts.find(isEmail) ?? plain;
}

/** 2024-01-31 and 31-01-2024: a spreadsheet has made a date of something else, or it is the wrong column. */
function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] =
    /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? /^(?=\d\d-\d\d-(\d{4})$)\d\d-(\d\d)-\d{4}$/.exec(text) ?? [];
  const isYear = /^(?:19|20)/.test(year);
  return isYear && Number(month) >= 1 && Number(month) <= 12 && (day === "" || Number(day) <= 31);
}

/** 2024-03-01, 1/3/24 and 1-Mar, as spreadsheets show dates, perhaps with a time. */
const DATE =
  /^(?:\d{4}([-/.])\d\d?\1\d\d?|\d\d?([-/.])\d\d?\2(?:\d{4}|\d\d)|\d\d?[-. ]+\p{L}{3,4}\.?(?:[-. ]+\d{2,4})?|\p{L}{3,4}\.?[- ]\d\d)(?:[T ][\d:.]+Z?)?$/u;
const MADE_DATE = ": a spreadsheet may have made a date of it. Format the column as text, and type the ID again";

/** Why a line is not taken; null if it is. */
function faultOf(
  { typed, id, isRestored, name, notStudent, hidden }: Entry,
  { ids, restoresZeros }: { ids: StudentIdRule; restoresZeros: boolean },
): string | null {
  if (notStudent !== null) {
    const what = notStudent.reason === "staff" ? "is not a student" : "is no longer a student here";
    return `${shownName(name || typed)} ${what}: "${shownName(notStudent.said)}"`;
  }
  if (hidden) return `${shownName(name || typed)} is in a hidden row: show the row to take the student`;
  if (typed === "") return `${shownName(name || "The line")} has no Student ID`;
  if (!ids.matches(id)) {
    const shortened = ": a spreadsheet has shortened it. Make the column wider, or format it as text";
    const hint = SHORTENED.test(typed) ? shortened : DATE.test(typed) ? MADE_DATE : "";
    return `"${shownName(typed)}" is not ${ids.words}${hint}`;
  }
  if (isRestored && !restoresZeros)
    return `"${typed}" is not ${ids.words}; with the zeros that spreadsheets drop: ${id}`;
  // A quotation mark too many makes the following lines part of the name.
  const { studentName } = TEXT_LENGTHS;
  return textLength(name) > studentName
    ? `The name has more than ${studentName} characters: check its quotation marks`
    : null;
}

/** Whether names contradict each other: "Cruz, Ana" and "Ana M. Cruz" do not. */
function differ(entries: readonly Entry[]): boolean {
  const all = new Map(entries.map(({ name }) => [wordsOf(name).sort().join(" "), wordsOf(name)]));
  const names = [...all.values()].sort((a, b) => b.length - a.length);
  return names.some((longer, index) => names.slice(index + 1).some((words) => !isWithin(words, longer)));
}

/** Whether each of these words is one of the others, or the initial of one, none of them twice. */
function isWithin(words: readonly string[], others: readonly string[]): boolean {
  const left = [...others];
  const take = (is: (other: string) => boolean) => {
    const at = left.findIndex(is);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  const unlike = words.filter((word) => !take((other) => other === word));
  const isInitial = (a: string, b: string) => a.length === 1 && b.startsWith(a);
  return unlike.every((word) => take((other) => isInitial(word, other) || isInitial(other, word)));
}

/** A name's words, in any order and case, without accents: "MUNOZ, Ana" has those of "Ana Muñoz". */
function wordsOf(name: string): string[] {
  const words = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/([a-z])[\u0300-\u036f]+/g, "$1")
    .normalize()
    .match(/[\p{L}\p{M}\p{N}'’-]+/gu);
  return words ?? (name === "" ? [] : [name]);
}
