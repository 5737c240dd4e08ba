import { groupBy } from "../basics/group-by.ts";
import { CANVAS_IDS, idColumns, MOODLE_IDS } from "../rules/students/id-column.ts";
import { CANVAS_NOBODY } from "../rules/students/roster.ts";
import { nameIn, plainHeading, type RosterColumns, rolesOf } from "../rules/students/roster-columns.ts";
import type { CsvSheet } from "./csv-sheet.ts";
import type { GradebookKind } from "./gradebook-kind.ts";
import { worksheetColumns } from "./moodle-worksheet.ts";

/** What the heading of an assignment's column says. */
export interface Assignment {
  /** Without what the program adds to it. */
  readonly title: string;
  /** Its points, if the heading has them. */
  readonly maximum?: string | undefined;
}

/** Where a gradebook keeps grades and comments, and how its rows identify students. Columns count from 0. */
export interface GradebookLayout {
  readonly kind: GradebookKind;
  /** Rows of students. */
  readonly students: readonly number[];
  /** Columns that may contain a student's ID, the most certain first. */
  readonly idColumns: readonly number[];
  nameOf(row: number): string;
  /** Columns that take no grade: the program keeps or computes them. */
  readonly ownColumns: ReadonlySet<number>;
  /** Canvas: the row 'Points Possible'. */
  readonly pointsRow: number | null;
  /** If there is one column for grades only. */
  readonly gradeColumn: number | null;
  readonly commentColumn: number | null;
  readonly maximumColumn: number | null;
  /** Moodle: 'Grade can be changed', in any language. */
  readonly openColumn: number | null;
  /** What a heading says, if it is one of an assignment. */
  assignmentOf(heading: string): Assignment;
  /** Whether a missing column is added: the program takes it as a new assignment. */
  readonly isOpenEnded: boolean;
}

interface Headed {
  readonly sheet: CsvSheet;
  /** The headings as `plainHeading` gives them. */
  readonly names: readonly string[];
}

const MOST_HEADING = 1000;

/** The kind of gradebook by its header, or by its shape; null if it is unknown. */
export function gradebookLayout(sheet: CsvSheet): GradebookLayout | null {
  const [header = []] = sheet.rows;
  // No program writes longer headings, and searching them could take hours.
  if (header.some(({ text }) => text.length > MOST_HEADING)) return null;
  const names = header.map(({ text }) => plainHeading(text));
  const has = (...wanted: readonly string[]) => wanted.some((name) => names.includes(name));
  const headed = { sheet, names };
  const isCanvas = has("student") || (has("lastname") && has("section") && has(...CANVAS_IDS));
  if (isCanvas && has("id", ...CANVAS_IDS)) return canvasLayout(headed);
  if (has("orgdefinedid") || names.some((name) => BRIGHTSPACE.test(name))) return brightspaceLayout(headed);
  if (names.some((name) => BLACKBOARD.test(name))) return blackboardLayout(headed);
  if (has("grade") && has(...MOODLE_IDS)) return worksheetLayout(headed);
  return shapedWorksheet(headed) ?? graderReport(headed);
}

/** What kinds have in common: the rows below the header that are not empty, and IDs by the headings. */
function tableLayout({ sheet: { rows }, names }: Headed, ids: readonly number[] = idColumns(names)): GradebookLayout {
  let roles: RosterColumns["roles"] | undefined;
  const isEmpty = (row: number) => rows[row]!.every(({ text }) => text.trim() === "");
  return {
    kind: "table",
    students: rows.flatMap((_, row) => (row === 0 || isEmpty(row) ? [] : [row])),
    idColumns: ids,
    nameOf(row) {
      const cells = rows[row]?.map(({ text }) => text.trim()) ?? [];
      roles ??= rolesOf(names);
      return nameIn(cells, roles) || (cells[0] ?? "");
    },
    ownColumns: new Set(),
    pointsRow: null,
    gradeColumn: null,
    commentColumn: null,
    maximumColumn: null,
    openColumn: null,
    assignmentOf: (heading) => ({ title: heading }),
    isOpenEnded: false,
  };
}

/** An unknown table, of which a person has said which column has the IDs. */
export function chosenLayout(sheet: CsvSheet, idColumn: number): GradebookLayout {
  const names = sheet.rows[0]!.map(({ text }) => plainHeading(text));
  return { ...tableLayout({ sheet, names }, [idColumn]), ownColumns: new Set([idColumn]) };
}

/** The names of Canvas's own columns; computed ones, as 'Final Score', may be marked "(read only)" in a user's language. */
const CANVAS_OWN = new Set([
  ...CANVAS_IDS,
  "id",
  "student",
  "lastname",
  "firstname",
  "root account",
  "section",
  "notes",
]);

function canvasLayout(headed: Headed): GradebookLayout {
  const { names } = headed;
  const { rows } = headed.sheet;
  // A course may have its names in two columns.
  const nameColumns = columnsOf(["student", "lastname", "firstname"], names);
  const nameOf = (row: number) => nameColumns.flatMap((column) => rows[row]?.[column]?.text.trim() || []).join(", ");
  const points = rows.findIndex((_, row) => row > 0 && nameOf(row).toLowerCase() === CANVAS_NOBODY.points);
  const isReadOnly = (column: number) =>
    rows.slice(1, points + 1).some((cells) => /^[(（]\D+[)）]$/.test(cells[column]?.text.trim() ?? ""));
  // The rows between the header and the students describe columns ("Manual Posting"); they name nobody.
  const isNobody = (row: number) =>
    row <= Math.max(0, points) || ["", CANVAS_NOBODY.test].includes(nameOf(row).toLowerCase());
  return {
    ...tableLayout(headed, columnsOf(CANVAS_IDS, names)),
    kind: "canvas",
    students: rows.flatMap((_, row) => (isNobody(row) ? [] : [row])),
    nameOf,
    ownColumns: new Set(names.flatMap((name, column) => (CANVAS_OWN.has(name) || isReadOnly(column) ? [column] : []))),
    pointsRow: points === -1 ? null : points,
    assignmentOf: (heading) => ({ title: heading.replace(/\(\d+\)\s*$/, "") }),
    isOpenEnded: true,
  };
}

/** In English, also if some of its columns were deleted. */
function worksheetLayout(headed: Headed): GradebookLayout {
  const column = (name: string) => (headed.names.includes(name) ? headed.names.indexOf(name) : null);
  return {
    ...tableLayout(headed, columnsOf(MOODLE_IDS, headed.names)),
    kind: "moodle",
    gradeColumn: column("grade"),
    commentColumn: column("feedback comments"),
    maximumColumn: column("maximum grade"),
    openColumn: column("grade can be changed"),
  };
}

function shapedWorksheet(headed: Headed): GradebookLayout | null {
  const found = worksheetColumns(headed.sheet);
  if (found === null) return null;
  return {
    // Which of the columns before the grade has IDs shows when they are compared with the students'.
    ...tableLayout(
      headed,
      Array.from({ length: found.grade - 1 }, (_, column) => column + 1),
    ),
    kind: "moodle",
    gradeColumn: found.grade,
    commentColumn: found.comment,
    maximumColumn: found.maximum,
    openColumn: found.open,
  };
}

/** "Assignment: Half adder (Real)", in any language. */
const MOODLE_ACTIVITY = /^\p{L}[^:：]*[:：] ?(.+?) ?\([^()]*\)$/u;
/** "Half adder (Real)": an activity, a grade item for work on paper, or a total. */
const MOODLE_ITEM = /^(.+?) ?\(([^()]*)\)$/;

/** Moodle's export of the grader report: students' columns, then one or more for each activity and grade item, and totals. */
function graderReport(headed: Headed): GradebookLayout | null {
  const headings = headed.sheet.rows[0]!.map(({ text }) => text.trim());
  const items = gradeItems(headings, idColumns(headed.names).length > 0);
  const ids = idsBefore(items[0]?.column ?? 0, headed.names);
  if (items.length === 0 || ids.length === 0) return null;
  const isPoints = (column: number) => {
    return headed.sheet.rows.slice(1).every((cells) => /^(-|[\d.,]*)$/.test(cells[column]?.text.trim() ?? ""));
  };
  const taking = new Set(items.map(({ column }) => column).filter(isPoints));
  return {
    ...tableLayout(headed, ids),
    kind: "moodle",
    // Totals, percentages, letters and feedback take no points.
    ownColumns: new Set(headings.flatMap((_, column) => (taking.has(column) ? [] : [column]))),
    assignmentOf: (heading) => ({ title: items.find(({ column }) => headings[column] === heading)?.title ?? heading }),
  };
}

/** The columns of activities and grade items by the headings of a grader report; none in another table. */
function gradeItems(headings: readonly string[], hasIds: boolean) {
  const items = headings.flatMap((heading, column) => {
    const [, title = "", display = ""] = MOODLE_ITEM.exec(heading) ?? [];
    const activity = MOODLE_ACTIVITY.exec(heading)?.[1];
    const isItem = activity !== undefined || /^\D+$/.test(display);
    return isItem ? [{ column, title: activity ?? title, display, isActivity: activity !== undefined }] : [];
  });
  const total = items.at(-1);
  // "Apellido(s)" is none: items have in brackets what activities have, or what others and the course's total have.
  const byDisplay = groupBy(items, ({ display }) => display);
  const isShared = ({ display }: { display: string }) => byDisplay.get(display)!.length > 1;
  const activities = items.filter(({ isActivity }) => isActivity);
  const known = activities.length > 0 ? activities : hasIds && total && isShared(total) ? items.filter(isShared) : [];
  const displays = new Set(known.map(({ display }) => display));
  return items.filter(
    ({ title, display, isActivity }) => isActivity || (displays.has(display) && title !== total!.title),
  );
}

/** "Half adder Points Grade <Numeric MaxPoints:10 Weight:5>" */
const BRIGHTSPACE = /^(.+?) points grade( <.*?(?:maxpoints:([\d.,]+).*)?>)?$/i;

function brightspaceLayout(headed: Headed): GradebookLayout {
  const headings = headed.sheet.rows[0]!.map(({ text }) => text.trim());
  return {
    ...tableLayout(headed, columnsOf(["orgdefinedid", "username"], headed.names)),
    kind: "brightspace",
    ownColumns: new Set(headings.flatMap((heading, column) => (BRIGHTSPACE.test(heading) ? [] : [column]))),
    assignmentOf(heading) {
      const [, title = heading, , maximum] = BRIGHTSPACE.exec(heading) ?? [];
      return { title, maximum };
    },
  };
}

/** "Half adder [Total Pts: 10 Score] |67890"; what is between the brackets is in the user's language. */
const BLACKBOARD = /^(.+?) \[([^\]]*)\] ?\|\d+$/;

function blackboardLayout(headed: Headed): GradebookLayout {
  const headings = headed.sheet.rows[0]!.map(({ text }) => text.trim());
  // A total that is computed has "up to" before its points.
  const isAssignment = (heading: string) => {
    const inside = BLACKBOARD.exec(heading)?.[2];
    return (
      inside !== undefined && !/:\s*\p{L}/u.test(inside) && !/^(weighted )?total$/i.test(BLACKBOARD.exec(heading)![1]!)
    );
  };
  return {
    ...tableLayout(headed, [
      ...new Set([
        ...idsBefore(
          headings.findIndex((each) => BLACKBOARD.test(each)),
          headed.names,
        ),
        ...columnsOf(["username"], headed.names),
      ]),
    ]),
    kind: "blackboard",
    ownColumns: new Set(headings.flatMap((heading, column) => (isAssignment(heading) ? [] : [column]))),
    assignmentOf(heading) {
      const [, title = heading, inside = ""] = BLACKBOARD.exec(heading) ?? [];
      return { title, maximum: /[\d.,]+/.exec(inside)?.[0] };
    },
  };
}

/** The columns of IDs; without a known heading all those in front of the first activity, as students' IDs will show. */
function idsBefore(first: number, names: readonly string[]): number[] {
  const known = idColumns(names);
  return known.length > 0 ? known : Array.from({ length: first }, (_, column) => column);
}

function columnsOf(wanted: readonly string[], names: readonly string[]): number[] {
  return wanted.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : []));
}
