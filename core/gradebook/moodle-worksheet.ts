import { NO, YES } from "../basics/yes-no.ts";
import { isFeedbackText } from "../feedback/student-feedback.ts";
import type { CsvSheet } from "./csv-sheet.ts";

/** Of Moodle's grading worksheet; columns count from 0. */
export interface WorksheetColumns {
  readonly grade: number;
  /** 'Maximum Grade', which follows it. */
  readonly maximum: number;
  /** 'Grade can be changed'. */
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
 * and whether the grade can be changed, which is one of two words; the state of the marking may be between them. Null for
 * other files.
 */
export function worksheetColumns({ rows }: CsvSheet): WorksheetColumns | null {
  const [header = [], ...others] = rows;
  const lines = others.filter((cells) => cells.some(({ text }) => text.trim() !== ""));
  const texts = (column: number) => lines.map((cells) => cells[column]?.text.trim() ?? "");
  if (lines.length === 0 || !texts(0).every((text) => /^\P{N}+\d+$/u.test(text))) return null;
  const isMaximum = (column: number) => {
    const [maximum = "", ...more] = new Set(texts(column));
    const isGrade = texts(column - 1).every((text) => text === "" || text === "-" || NUMBER.test(text));
    return NUMBER.test(maximum) && more.length === 0 && isGrade;
  };
  const isAnswered = (column: number) => texts(column).every((text) => YES.test(text) || NO.test(text));
  const isOfTwoWords = (column: number) => {
    return new Set(texts(column)).size <= 2 && texts(column).every((text) => /^\p{L}[\p{L}\p{M} ]*$/u.test(text));
  };
  const maximum = header.findIndex((_, column) => column >= 2 && isMaximum(column));
  const open = [isAnswered, isOfTwoWords].flatMap((is) => [maximum + 1, maximum + 2].filter(is))[0];
  if (maximum === -1 || open === undefined) return null;
  const named = header.findLastIndex(({ text }, column) => column > open && COMMENTS.test(text));
  // In other languages it is the last column, if that has no dates, which are "-" at first.
  const last = header.length - 1;
  const isComments =
    last > open && header[last]!.text.trim() !== "" && texts(last).every((text) => text === "" || isFeedbackText(text));
  const comment = named === -1 && isComments ? last : named;
  return { grade: maximum - 1, maximum, open, comment: comment === -1 ? null : comment };
}
