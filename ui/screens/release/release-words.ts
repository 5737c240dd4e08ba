import type { Release, ReleaseStudent } from "../../../server/contract/results/release.ts";
import { counted, formatDate, isFound, ofSome } from "../../format.ts";

/** What a release leaves open: a sentence each. */
export function openMatters({ unconfirmed, missing, unplaced, questions, requests, open_until }: Release): string[] {
  const they = unconfirmed === 1 ? "it was" : "they were";
  const matters = ofSome([
    [unconfirmed, `${counted(unconfirmed, "answer")} not confirmed yet: students see only that ${they} received.`],
    [unplaced, `${counted(unplaced, "scanned page")} without an owner: a student may be missing it.`],
    [questions, `${counted(questions, "page")} handed in again: decide which one counts.`],
    [missing, `${counted(missing, "answer")} not handed in.`],
    [requests, `${counted(requests, "regrade request")} without an answer.`],
  ]);
  if (!open_until) return matters;
  return [...matters, `Students can still hand in until ${formatDate(open_until)}: released pages may help them.`];
}

/** How the mails about released grades are that were not sent: a sentence each. */
export function mailMatters(students: readonly ReleaseStudent[]): string[] {
  const waiting = students.filter(({ mail }) => mail === "waiting").length;
  const failed = students.filter(hasNoMail).length;
  const mend = "Correct the address in the class, hide the grades and release them again, or send the link yourself";
  return ofSome([
    [waiting, `${counted(waiting, "mail")} with the link not sent yet.`],
    [failed, `${counted(failed, "mail")} could not be sent: see the top of the list. ${mend}.`],
  ]);
}

function hasNoMail({ mail }: ReleaseStudent): boolean {
  return mail === "failed";
}

/** What the Grades tab's table and files leave out, or what they may lack: a sentence each. */
export function exportMatters({ unconfirmed, unplaced, questions, missing, requests }: Release): string[] {
  const owners = missing > 0 ? ": students with a missing item get no total" : "";
  const left = "table and files leave out these points and their students' totals";
  return ofSome([
    [unconfirmed, `${counted(unconfirmed, "answer")} not confirmed: ${left}.`],
    [unplaced, `${counted(unplaced, "scanned page")} without an owner${owners}.`],
    [questions, `${counted(questions, "page")} handed in again: decide which one counts.`],
    [missing, `${counted(missing, "answer")} not handed in.`],
    [requests, `${counted(requests, "regrade request")} without an answer.`],
  ]);
}

/** How far a student's answers are: '2 released, 1 confirmed; item 3 missing'. */
export function studentState({ released, confirmed, unconfirmed, missing, mail }: ReleaseStudent): string {
  const states = ofSome([
    [released, `${released} released`],
    [confirmed, `${confirmed} confirmed`],
    [unconfirmed, `${unconfirmed} not confirmed`],
  ]).join(", ");
  const absent = `${missing.length === 1 ? "item" : "items"} ${missing.join(", ")} missing`;
  return ofSome([
    [states.length, states],
    [missing.length, absent],
    [Number(mail === "waiting"), "mail not sent yet"],
    [Number(mail === "failed"), "mail could not be sent"],
  ]).join("; ");
}

/** Those first who could not be told by mail. */
export function findStudents(students: readonly ReleaseStudent[], text: string): ReleaseStudent[] {
  return students
    .filter((student) => isFound(`${student.student_id} ${student.student_name}`, text))
    .sort((a, b) => Number(hasNoMail(b)) - Number(hasNoMail(a)));
}
