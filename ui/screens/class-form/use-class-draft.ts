import { useState } from "react";
import {
  groupDigits,
  groupsExhausted,
  lowestFreeGroup,
  nearestFreeGroup,
  nextFreeGroup,
} from "../../../core/rules/students/group-number.ts";
import { addStudentIds } from "../../../core/rules/students/student-id.ts";
import { courseKey } from "../../../core/rules/tasks/course-code.ts";
import { type ClassFields, checkClassFields } from "../../../core/rules/tasks/form-fields.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { ApiError } from "../../api.ts";
import { useIssues } from "../../hooks/use-form.ts";

export type ClassDraft = ReturnType<typeof useClassDraft>;

export interface DraftStart {
  readonly fields: ClassFields;
  readonly students: readonly string[];
  /** The instructor's other classes: not the one that is edited. */
  readonly others: readonly ClassSummary[];
  /** Typing a taken number moves on to a free one; a new group's number can only be stepped if the course exists. */
  readonly editing: boolean;
}

export function useClassDraft({ fields: start, students: enrolled, others, editing }: DraftStart) {
  const [fields, setFields] = useState(start);
  /** The number that was last chosen: it comes back when no course determines it any more. */
  const [chosen, setChosen] = useState(start.classGroup);
  const [students, setStudents] = useState(enrolled);
  const [typed, setTyped] = useState("");
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [changed, setChanged] = useState(false);
  const issues = useIssues();
  const taken = takenIn(others, fields.classCode);
  const own = isOwn(fields.classCode);
  const groups = taken.length + (own ? 1 : 0);

  function isOwn(code: string): boolean {
    return editing && courseKey(code) === courseKey(start.classCode);
  }

  function set(part: Partial<ClassFields>): void {
    setFields((before) => ({ ...before, ...part }));
    setChanged(true);
    for (const field of Object.keys(part)) issues.clear(field);
  }

  function groupIn(code: string): string {
    const numbers = takenIn(others, code);
    if (numbers.length === 0 || (isOwn(code) && !numbers.includes(Number(chosen)))) return chosen;
    return isOwn(code) ? start.classGroup : String(lowestFreeGroup(numbers) ?? "");
  }

  function choose(classGroup: string): void {
    setChosen(classGroup);
    set({ classGroup });
  }

  return {
    fields,
    students,
    typed,
    names,
    issues,
    /** The course has other groups than the one that is edited. */
    courseExists: taken.length > 0,
    /** How those spell the course's code. */
    spelling: others.find((group) => isCourse(group, fields.classCode))?.class_code ?? null,
    /** All of its groups get the new spelling. */
    respelling: own,
    groups,
    /** There are so many groups that the number stays. */
    exhausted: groupsExhausted(groups),
    changed,
    setCode(code: string): void {
      set({ classCode: code, classGroup: groupIn(code) });
    },
    setGroup(text: string): void {
      const digits = groupDigits(text);
      const previous = Number(fields.classGroup);
      const isFree = !editing || digits === "";
      choose(isFree ? digits : String(nearestFreeGroup(Number(digits), { previous, taken }) ?? ""));
    },
    stepGroup(direction: 1 | -1): void {
      const next = nextFreeGroup(Number(fields.classGroup), { taken, direction });
      if (next !== null) choose(String(next));
    },
    setSchedule: (classSchedule: string) => set({ classSchedule }),
    setStudents(next: readonly string[]): void {
      setStudents(next);
      setChanged(true);
      issues.clear("studentList");
    },
    setTyped(text: string): void {
      setTyped(text);
      if (text !== "") setChanged(true);
      issues.clear("studentList");
    },
    everybody: () => addStudentIds(students, typed).students,
    addNames(more: ReadonlyMap<string, string>): void {
      if (more.size === 0) return;
      setNames((before) => new Map([...before, ...more]));
      setChanged(true);
    },
    check(): boolean {
      const found = checkClassFields(fields);
      if (taken.includes(Number(fields.classGroup))) {
        found.push({ code: "group-taken", field: "classGroup", message: TEXTS.classes.groupTaken });
      }
      const { invalid } = addStudentIds(students, typed);
      if (invalid.length > 0) {
        const message = `${invalid.join(", ")} is not a Student ID, which has 8 digits. Correct it or clear the box.`;
        found.push({ code: "typed-ids", field: "studentList", message });
      }
      issues.show(found);
      return found.length === 0;
    },
    /** Shows what the server found wrong; returns its message if no field is to blame. */
    refused(error: unknown): string | null {
      const found = error instanceof ApiError ? error.issues : [];
      issues.show(found);
      if (found.length > 0) return null;
      return error instanceof ApiError ? error.message : TEXTS.task.unexpected;
    },
  };
}

function takenIn(others: readonly ClassSummary[], code: string): number[] {
  return others.filter((group) => isCourse(group, code)).map(({ class_group }) => class_group);
}

function isCourse({ class_code }: ClassSummary, code: string): boolean {
  return courseKey(class_code) === courseKey(code);
}
