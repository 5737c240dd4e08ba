import { FILE_EXTENSIONS } from "./limits.ts";
import { TASK_TYPE_VALUES, type TaskType } from "./task-types.ts";

/** The name under which a task's template is saved. */
export const TEMPLATE_FILE_NAME = "grid-template.pdf";

/** Whose answer to what a file's name says it is. */
export interface NamedAnswer {
  /** The digits before the underscore; whether they are a student's ID is for the roster to say. */
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

const PATTERN = new RegExp(`^(\\d+)_(${TASK_TYPE_VALUES.join("|")})\\[([1-9]\\d{0,8})\\]\\.([a-z]+)$`, "i");

/**
 * What the name of a submitted file says, or null where it breaks the convention: digits, underscore, task type, item
 * number from 1 in square brackets, a dot and png, jpg, jpeg, pdf or gif; letters in either case. With `type` only names
 * of that type are taken. `fileNamesMessage` has the text for those that are not.
 *
 * @example
 * parseFileName("12345678_quiz[1].png"); // { studentId: "12345678", type: "quiz", item: 1, extension: "png" }
 * parseFileName("12345678_quiz[1].png", "lab"); // null
 */
export function parseFileName(name: string, type?: TaskType): FileName | null {
  const answer = parseAnswerName(name, type);
  const extension = FILE_EXTENSIONS.find((value) => name.toLowerCase().endsWith(`.${value}`));
  return answer === null || extension === undefined ? null : { ...answer, extension };
}

/**
 * The same of a name with any ending: a file of a type that nobody can read is somebody's answer, too.
 *
 * @example
 * parseAnswerName("12345678_quiz[1].heic"); // { studentId: "12345678", type: "quiz", item: 1 }
 */
export function parseAnswerName(name: string, type?: TaskType): NamedAnswer | null {
  const [, studentId, typeText, item] = PATTERN.exec(name) ?? [];
  const named = TASK_TYPE_VALUES.find((value) => value === typeText?.toLowerCase());
  if (studentId === undefined || named === undefined) return null;
  if (type !== undefined && named !== type) return null;
  return { studentId, type: named, item: Number(item) };
}

/** The specification's text for the files whose names break the convention. */
export function fileNamesMessage(names: readonly string[]): string {
  return (
    `The following files do not follow the proper naming convention: ${names.join(", ")} ` +
    "Please rename them to follow the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf"
  );
}
