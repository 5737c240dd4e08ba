/** Canvas's columns of the university's IDs. Its column "ID" has numbers of its own, which may look like such IDs. */
export const CANVAS_IDS = ["sis user id", "sis login id", "integration id"];
export const MOODLE_IDS = ["id number", "username", "email address", "identifier"];

/** Headings of student IDs in lists of courses, the most certain first; as `plainHeading` gives them. */
const ID_HEADINGS = [
  /^student ?(id|number|no\.?)( number)?$/,
  /^(matric(ulation)?|registration|enrol?lment) ?(id|number|no\.?)$/,
  /^(matrikel(nummer|nr\.?)|n[uú]mero de (estudiante|matr[ií]cula)|matr[ií]cula|matricola|num[eé]ro (d'[eé]tudiant|[eé]tudiant))$/,
  ...[...CANVAS_IDS, ...MOODLE_IDS].map((heading) => new RegExp(`^${heading}$`)),
];

/** The columns whose headings (as `plainHeading` gives them) are those of student IDs, the most certain first. */
export function idColumns(headings: readonly string[]): number[] {
  return ID_HEADINGS.map((heading) => headings.findIndex((each) => heading.test(each))).filter((index) => index !== -1);
}

/**
 * The ID in a cell: also `'20230001` and `="20230001"`, as spreadsheets keep it as text, `20230001.0`, as they make it a
 * number, and `20230001@students.example.edu`.
 *
 * @example
 * idIn('="20230001"'); // "20230001"
 */
export function idIn(text: string): string {
  const cell = /^="(.*)"$/.exec(text.trim())?.[1] ?? text.trim().replace(/^'/, "");
  return cell.replace(/@.*$/, "").replace(/^(\d+)\.0+$/, "$1");
}
