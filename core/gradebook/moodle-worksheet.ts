import type { CsvSheet } from "./csv-sheet.ts";

/** Of Moodle's grading worksheet; columns count from 0. */
export interface WorksheetColumns {
  readonly grade: number;
  /** 'Maximum Grade', which follows it. */
  readonly maximum: number;
  /** 'Grade can be changed', which is next. */
  readonly open: number;
  readonly comment: number | null;
}

/** A number as Moodle writes it in any language. */
const NUMBER = /^\d{1,6}([.,]\d{1,5})?$/;
/** 'Feedback comments' in languages of Moodle. */
const COMMENTS =
  /feedback|comment|kommentar|coment|rückmeldung|retroal|opmerking|palaut|обратн|отзыв|评语|反馈|評語|フィードバック/i;

/**
 * The columns of Moodle's grading worksheet, whose headings are in the user's language: the first column numbers the
 * participants ("Participant 71"), and next to the grade, a number or nothing, are the maximum, the same in each row,
 * and whether the grade can be changed, which is one of two words. Null for other files.
 */
export function worksheetColumns({ rows }: CsvSheet): WorksheetColumns | null {
  const [header = [], ...others] = rows;
  const lines = others.filter((cells) => cells.some(({ text }) => text.trim() !== ""));
  const texts = (column: number) => lines.map((cells) => cells[column]?.text.trim() ?? "");
  if (lines.length === 0 || !texts(0).every((text) => /^\P{N}+\d+$/u.test(text))) return null;
  const isMaximum = (column: number): boolean => {
    const maximum = new Set(texts(column));
    const open = new Set(texts(column + 1));
    const isOpen = open.size <= 2 && [...open].every((text) => /^\p{L}[\p{L}\p{M} ]*$/u.test(text));
    const isGrade = texts(column - 1).every((text) => text === "" || text === "-" || NUMBER.test(text));
    return maximum.size === 1 && NUMBER.test([...maximum][0]!) && isOpen && isGrade;
  };
  const maximum = header.findIndex((_, column) => column >= 2 && isMaximum(column));
  if (maximum === -1) return null;
  const comment = header.findLastIndex(({ text }, column) => column > maximum + 1 && COMMENTS.test(text));
  return { grade: maximum - 1, maximum, open: maximum + 1, comment: comment === -1 ? null : comment };
}
