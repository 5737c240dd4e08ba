import type { Release, ReleaseStudent } from "../../../server/contract/results/release.ts";
import { counted } from "../../format.ts";

/** What a release leaves open: a sentence each. */
export function openMatters({ unconfirmed, missing, unplaced, questions, requests }: Release): string[] {
  return [
    ...(unconfirmed === 0
      ? []
      : [
          `${counted(unconfirmed, "answer")} not confirmed yet: students see only that ${unconfirmed === 1 ? "it was" : "they were"} received.`,
        ]),
    ...(unplaced === 0 ? [] : [`${counted(unplaced, "scanned page")} without an owner: a student may be missing it.`]),
    ...(questions === 0 ? [] : [`${counted(questions, "page")} handed in again: decide which one counts.`]),
    ...(missing === 0 ? [] : [`${counted(missing, "answer")} not handed in.`]),
    ...(requests === 0 ? [] : [`${counted(requests, "regrade request")} without an answer.`]),
  ];
}

/** What the Grades tab's table and files leave out, or what they may lack: a sentence each. */
export function exportMatters({ unconfirmed, unplaced, missing }: Release): string[] {
  const owners = missing > 0 ? ": students with a missing item get no total" : "";
  return [
    ...(unconfirmed === 0
      ? []
      : [
          `${counted(unconfirmed, "answer")} not confirmed: table and files leave out these points and their students' totals.`,
        ]),
    ...(unplaced === 0 ? [] : [`${counted(unplaced, "scanned page")} without an owner${owners}.`]),
    ...(missing === 0 ? [] : [`${counted(missing, "answer")} not handed in.`]),
  ];
}

/** How far a student's answers are: '2 released, 1 confirmed; item 3 missing'. */
export function studentState({ released, confirmed, unconfirmed, missing }: ReleaseStudent): string {
  const states = [
    ...(released === 0 ? [] : [`${released} released`]),
    ...(confirmed === 0 ? [] : [`${confirmed} confirmed`]),
    ...(unconfirmed === 0 ? [] : [`${unconfirmed} not confirmed`]),
  ].join(", ");
  const items = missing.length === 1 ? "item" : "items";
  const absent = missing.length === 0 ? "" : `${items} ${missing.join(", ")} missing`;
  return [states, absent].filter((part) => part !== "").join("; ");
}

export function findStudents(students: readonly ReleaseStudent[], text: string): ReleaseStudent[] {
  const wanted = text.trim().toLowerCase();
  return students.filter((student) => `${student.student_id} ${student.student_name}`.toLowerCase().includes(wanted));
}
