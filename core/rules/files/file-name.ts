import { FILE_EXTENSIONS } from "../limits.ts";
import { TASK_TYPE_VALUES, type TaskType } from "../tasks/task-types.ts";

/** The name under which a task's template is saved. */
export const TEMPLATE_FILE_NAME = "grid-template.pdf";

/** The student and item in a file's name. */
export interface NamedAnswer {
  /** What is before the underscore; only the roster knows whether it is a student's ID. */
  readonly studentId: string;
  readonly type: TaskType;
  /** 1, 2, … */
  readonly item: number;
}

/** What a submission's file name says. */
export interface FileName extends NamedAnswer {
  /** In lower case. */
  readonly extension: (typeof FILE_EXTENSIONS)[number];
}

const REST = `_(${TASK_TYPE_VALUES.join("|")})\\[([1-9]\\d{0,8})\\]\\.([a-z]+)$`;
const PATTERN = new RegExp(`^(\\d+)${REST}`, "i");
/** With an ID of letters and hyphens, which a task file may ask for. */
const OTHER_PATTERN = new RegExp(`^([a-z0-9-]+)${REST}`, "i");

export interface NameOptions {
  /** Takes letters and hyphens in the ID, too. */
  readonly otherIds?: boolean | undefined;
}

/**
 * What the name of a submitted file says, or null if it breaks the convention: digits, underscore, task type, item
 * number from 1 in square brackets, a dot and one of `FILE_EXTENSIONS`; letters in either case. With `type` only
 * names of that type are accepted. `fileNamesMessage` has the text for the others.
 *
 * @example
 * parseFileName("12345678_quiz[1].png"); // { studentId: "12345678", type: "quiz", item: 1, extension: "png" }
 * parseFileName("12345678_quiz[1].png", "lab"); // null
 */
export function parseFileName(name: string, type?: TaskType, options: NameOptions = {}): FileName | null {
  const answer = parseAnswerName(name, type, options);
  const extension = FILE_EXTENSIONS.find((value) => name.toLowerCase().endsWith(`.${value}`));
  return answer === null || extension === undefined ? null : { ...answer, extension };
}

/**
 * The same for a name with any extension: a file of an unreadable type is also somebody's answer.
 *
 * @example
 * parseAnswerName("12345678_quiz[1].docx"); // { studentId: "12345678", type: "quiz", item: 1 }
 */
export function parseAnswerName(name: string, type?: TaskType, { otherIds }: NameOptions = {}): NamedAnswer | null {
  const [, studentId, typeText, item] = (otherIds ? OTHER_PATTERN : PATTERN).exec(name) ?? [];
  const named = TASK_TYPE_VALUES.find((value) => value === typeText?.toLowerCase());
  if (studentId === undefined || named === undefined) return null;
  if (type !== undefined && named !== type) return null;
  return { studentId, type: named, item: Number(item) };
}

/** The specification's text for files whose names break the convention. */
export function fileNamesMessage(names: readonly string[]): string {
  return (
    `The following files do not follow the proper naming convention: ${names.join(", ")} ` +
    "Please rename them to follow the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf"
  );
}
