import { STUDENT_TABLE } from "../limits.ts";

/** A list of students in a text or a spreadsheet that is not read. */
export const TABLE_FAULTS = {
  large: `The list has more than ${STUDENT_TABLE.bytes / 2 ** 20} MB (a spreadsheet: unpacked). Save only the students.`,
  long: `The list has more than ${STUDENT_TABLE.rows} rows. Delete those that are not needed.`,
  markup: "This is a web page or an XML file. Open it in a spreadsheet program, and save it as CSV.",
} as const;

/** Web pages and XML files, which some programs save as spreadsheets. */
export const MARKUP = /^\uFEFF?\s*<(?:\?xml|!doctype|html|table)/i;
