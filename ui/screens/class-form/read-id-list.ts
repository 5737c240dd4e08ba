import { rosterLines } from "../../../core/rules/students/roster.ts";

/** The number of a line in front of its ID. */
const NUMBERING = /^\s*\d{1,4}[.)]\s+(?=\d)/gm;

/** A pasted list in the form of the input box: IDs in lines, columns or sentences become separated by commas. */
export function commaList(text: string): string {
  return text
    .replace(NUMBERING, "")
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .join(", ");
}

/** Whether a pasted text is a part of a spreadsheet with more than IDs. */
export function isTable(text: string): boolean {
  return rosterLines(text).lines.some(({ cells }) => cells.length > 1 && cells.some((cell) => /\p{L}/u.test(cell)));
}
