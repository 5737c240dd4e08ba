import { shownName } from "../../basics/shown-name.ts";
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

const TYPES = TASK_TYPE_VALUES.join("|");
const PATTERN = new RegExp(`^\\d+_(?:${TYPES})\\[[1-9]\\d{0,8}\\]\\.[a-z]+$`, "i");
const ITEM = "([1-9]\\d{0,8})";
/** What is between two items, or two students. */
const LISTED = "(?: ?[+&,;] ?|[ _](?:and|und|et|y|e|en|och|og|to|bis)[ _])";
const JOINT = `(?:${LISTED}|[ _](?:with|mit)[ _])`;
/**
 * Somewhere in a name; downloads may have brackets percent-encoded, or underscores instead, and students copy the # from
 * the message, or add a blank.
 */
const REST = `_(${TYPES})(?: ?(?:\\[|%5B)#?${ITEM}(?:\\]|%5D)|_${ITEM}_(?![a-z0-9]))`;
/**
 * An item behind one: `quiz[1][2]`, `quiz[1] and 2` and `quiz[1] and quiz[2]` are pages of two; `quiz[1], 3.3.2026` and
 * `quiz[1] with 2 gates` are not.
 */
const MORE = new RegExp(
  `^(?:(?:[\\W_]{0,3}|${JOINT})(?:${TYPES})?\\[#?(\\d+)|${LISTED}([1-9]\\d?)(?![a-z\\d]|[.:]\\d|-\\d+-))`,
  "i",
);
const ANSWER = new RegExp(`(?<![a-z0-9-])(\\d+)${REST}`, "gi");
/** With an ID of letters and hyphens, which a task file may ask for. */
const OTHER_ANSWER = new RegExp(`(?<![a-z0-9-])([a-z0-9-]+)${REST}`, "gi");

/** The number in front of an answer's, if several students are named: 1234+1235_quiz[1], 1234_1235_quiz[1]. */
const TOGETHER = new RegExp(`(?<![a-z\\d])(\\d+)${JOINT}$|^(?:\\d+[_ ])*(\\d+)[_ ]$`, "i");
/** A year, a day, or the time behind one, as phones and scanners put into names. */
const MOMENT =
  "(?:20\\d\\d(?:[01]\\d[0-3]\\d)?|[0-3]\\d[0-3]\\d20\\d\\d|(?<=20\\d{6}[_ -])[0-2]\\d[0-5]\\d(?:[0-5]\\d)?(?:\\d{3})?)(?!\\d)";
/** The numbers behind it, as of 1235_quiz[1]+1234, and 1235_quiz[1] (1234) if that is no moment. */
const WITH = new RegExp(`(?:^${JOINT}|(?<![a-z\\d])(?!${MOMENT}))(\\d+)(?![a-z\\d])`, "gi");
/**
 * Who handed a file in, as Blackboard, Moodle (where names have IDs) and Sakai say in front of its own name.
 * Moodle's hidden names have the number of the submission.
 */
const HANDED_IN_BY =
  /_(\d+)_attempt_(?=\d{4}-\d\d-)|(?<!\d)(\d+)[^\d_/]{0,99}_(?!\2_)\d+_assignsubmission_|, [^/()]*[^\s/()]\((\d+)\)(?=\/)/g;

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
export function parseFileName(name: string, type?: TaskType): FileName | null {
  const extension = FILE_EXTENSIONS.find((value) => name.toLowerCase().endsWith(`.${value}`));
  if (extension === undefined || !PATTERN.test(name)) return null;
  const answer = findAnswerName(name, type);
  return answer && { ...answer, extension };
}

/**
 * Whose answer a file is whose name may have more than the convention's, with any extension: browsers add ` (1)`, course
 * systems put names and numbers before it, and a file of an unreadable type is somebody's answer, too. Null if the name
 * has none, those of several answers, or two students.
 *
 * @example
 * findAnswerName("12345678_quiz[1] (2).docx"); // { studentId: "12345678", type: "quiz", item: 1 }
 * findAnswerName("doejane_555_12345678_quiz[1].png"); // { studentId: "12345678", type: "quiz", item: 1 }
 */
export function findAnswerName(name: string, type?: TaskType, options: NameOptions = {}): NamedAnswer | null {
  return onlyAnswer(answersIn(name, type, options));
}

interface FoundAnswer extends NamedAnswer {
  /** Another student or item is named next to it. */
  readonly isShared: boolean;
}

function answersIn(name: string, type: TaskType | undefined, { otherIds }: NameOptions): FoundAnswer[] {
  const plain = name.normalize("NFKC").replace(/\p{Cf}/gu, "");
  const found = [...plain.matchAll(otherIds ? OTHER_ANSWER : ANSWER)].map(
    ({ 0: { length }, 1: studentId = "", 2: typeText, 3: bracketed, 4: item = bracketed, index }) => {
      const [, joined, before = joined] = TOGETHER.exec(plain.slice(0, index)) ?? [];
      const rest = plain.slice(index + length);
      const [, inBrackets, next = inBrackets] = MORE.exec(rest) ?? [];
      const others = [before, ...[...rest.matchAll(WITH)].map(([, behind]) => behind)];
      return {
        studentId,
        type: TASK_TYPE_VALUES.find((value) => value === typeText?.toLowerCase())!,
        item: Number(item),
        isShared:
          (next !== undefined && Number(next) !== Number(item)) ||
          others.some((id) => id !== studentId && id?.length === studentId.length),
      };
    },
  );
  return found.filter((each) => type === undefined || each.type === type);
}

function onlyAnswer([first, ...others]: readonly FoundAnswer[]): NamedAnswer | null {
  if (first === undefined) return null;
  const { isShared, ...answer } = first;
  const isOther = (each: NamedAnswer) => each.studentId !== answer.studentId || each.item !== answer.item;
  return isShared || others.some(isOther) ? null : answer;
}

/**
 * The same for a file's path with `/`: if its own name says nothing, the nearest folder's or ZIP file's does. Null if
 * that has several answers, or another name in the path, or the course system, says another student.
 *
 * @example
 * findAnswerInPath("quiz.zip/12345678_quiz[1].zip/photo.jpg"); // { studentId: "12345678", type: "quiz", item: 1 }
 */
export function findAnswerInPath(path: string, type?: TaskType, options: NameOptions = {}): NamedAnswer | null {
  const said = path.split("/").map((name) => answersIn(name, type, options));
  const [answer = null, ...others] = said
    .filter(({ length }) => length > 0)
    .reverse()
    .map(onlyAnswer);
  const isOther = (id = "") => id !== answer?.studentId && id.length === answer?.studentId.length;
  const owners = [...path.matchAll(HANDED_IN_BY)].map(([, attempt, name = attempt, folder = name]) => folder);
  return [...owners, ...others.map((other) => other?.studentId)].some(isOther) ? null : answer;
}

/** The specification's text for files whose names break the convention. */
export function fileNamesMessage(names: readonly string[]): string {
  return (
    `The following files do not follow the proper naming convention: ${names.map(shownName).join(", ")} ` +
    "Please rename them to follow the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf"
  );
}
