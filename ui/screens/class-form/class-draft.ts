import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import { groupsExhausted, lowestFreeGroup } from "../../../core/rules/students/group-number.ts";
import { addStudentIds } from "../../../core/rules/students/student-id.ts";
import { courseKey } from "../../../core/rules/tasks/course-code.ts";
import { type ClassFields, checkClassFields } from "../../../core/rules/tasks/form-fields.ts";
import type { RequestOf } from "../../../server/contract/endpoints.ts";
import type { Class, ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { TEXTS } from "../../../server/contract/texts.ts";

export interface ClassDraft extends ClassFields {
  /** The number that was last chosen: it comes back when no course determines it any more. */
  readonly chosenGroup: string;
  readonly studentList: readonly string[];
  /** What is in the entry box, not added yet. */
  readonly typed: string;
  /** By student ID: the names and addresses that came with a file. */
  readonly names: ReadonlyMap<string, string>;
  readonly emails: ReadonlyMap<string, string>;
}

/** What the draft is compared with. */
export interface KnownClasses {
  /** The class that is edited; null: a new one. */
  readonly own: Class | null;
  /** The instructor's other classes. */
  readonly others: readonly ClassSummary[];
}

export type ClassBody = RequestOf<"createClass">["body"];

export function classDraftOf(own: Class | null): ClassDraft {
  const classGroup = own ? String(own.class_group) : "";
  return {
    classCode: own?.class_code ?? "",
    classGroup,
    classSchedule: own?.class_schedule ?? "",
    chosenGroup: classGroup,
    studentList: own?.student_list ?? [],
    typed: "",
    names: new Map(),
    emails: new Map(),
  };
}

/** The course that a code means. */
export function courseWith(code: string, { own, others }: KnownClasses) {
  const isCourse = ({ class_code }: Pick<Class, "class_code">) => courseKey(class_code) === courseKey(code);
  const groups = others.filter(isCourse);
  const isOwn = own !== null && isCourse(own);
  const count = groups.length + (isOwn ? 1 : 0);
  return {
    /** It is the one of the class that is edited: all of its groups get a new spelling. */
    isOwn,
    /** The numbers of its groups, but for the class that is edited. */
    taken: groups.map(({ class_group }) => class_group),
    /** How those spell its code. */
    spelling: groups[0]?.class_code ?? null,
    count,
    /** There are so many groups that the number stays. */
    exhausted: groupsExhausted(count),
  };
}

/** The draft with another code, and the number that belongs to it. */
export function withCode({ chosenGroup }: ClassDraft, classCode: string, known: KnownClasses): Partial<ClassDraft> {
  const { isOwn, taken } = courseWith(classCode, known);
  const isFree = taken.length === 0 || (isOwn && !taken.includes(Number(chosenGroup)));
  const given = isOwn ? known.own?.class_group : lowestFreeGroup(taken);
  return { classCode, classGroup: isFree ? chosenGroup : String(given ?? "") };
}

export function checkClassDraft(draft: ClassDraft, known: KnownClasses): RuleIssue[] {
  const found = checkClassFields(draft);
  if (courseWith(draft.classCode, known).taken.includes(Number(draft.classGroup))) {
    found.push({ code: "group-taken", field: "classGroup", message: TEXTS.classes.groupTaken });
  }
  const { invalid } = addStudentIds(draft.studentList, draft.typed);
  if (invalid.length > 0) {
    const message = `A Student ID has 8 digits. Correct ${invalid.join(", ")} or clear the box.`;
    found.push({ code: "typed-ids", field: "studentList", message });
  }
  return found;
}

/** The draft in the shape that the server takes, with the students who are only typed so far. */
export function classBodyOf({ classCode, classGroup, classSchedule, ...draft }: ClassDraft): ClassBody {
  const { students } = addStudentIds(draft.studentList, draft.typed);
  const [names, emails] = [draft.names, draft.emails].map((map): Record<string, string> => Object.fromEntries(map));
  const own = { studentList: [...students], studentNames: names!, studentEmails: emails! };
  return { classCode, classGroup, classSchedule, ...own };
}
