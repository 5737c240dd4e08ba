import { basename } from "node:path";
import type { PageOwner } from "../../core/page-record/statement.ts";
import { fileNamesMessage, findAnswerInPath } from "../../core/rules/files/file-name.ts";
import type { Problem } from "../../core/rules/problem.ts";
import { type StudentIdRule, studentIdRule } from "../../core/rules/students/student-id.ts";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import { agreedClaim, ITEM_CONFLICT } from "../../core/stack/claim-by-name.ts";
import { BLURRED, claimPage, OTHER_TASK, ownText, type PageClaim } from "../../core/stack/claim-page.ts";
import { codeTexts } from "../../core/stack/page-codes.ts";
import { parseQrText } from "../../core/template/parse-qr-text.ts";
import type { GradedPage } from "./grade-record.ts";

/** The student and item of a page. */
export interface PageIdentity {
  readonly studentId: string | null;
  /** Also null if the name and the QR code contradict each other. */
  readonly item: number | null;
  /** True if the page has a template's QR code, of any task, or a person has said whose it is. */
  readonly coded: boolean;
  /** The text of the code that counts; if there are several, the task's own. */
  readonly qr: string | null;
  /** Null, or why the page cannot be used: neither its name nor a QR code says what it is. */
  readonly failure: Problem | null;
  readonly problems: readonly Problem[];
}

/** Everything that may identify a page. */
export interface PageSource {
  readonly file: string;
  readonly qr: string | null;
  /** The texts of all codes in the picture, if there are several. */
  readonly codes?: readonly string[];
  /** There is a code, but none can be read. */
  readonly isBlurred?: boolean;
  /** It came in a scanned stack, where names mean nothing. */
  readonly inStack?: boolean;
  /** Of the file: one of a single page may be given a name. */
  readonly pageCount?: number;
  /** What a person has said. */
  readonly assigned?: PageOwner | null;
}

/** What to check it against. */
export interface IdentityRules {
  readonly task: TaskFile;
  /** The keys that templates may be signed with. */
  readonly keys: readonly string[];
}

/**
 * Finds student and item from a page's QR code and from its file's name (`12345678_quiz[1].png`). A personal template's
 * code gives both, and its signature is checked; another template's code gives the item, and is trusted. If both the
 * code and the name give something, they must agree. A person's assignment takes precedence.
 */
export function identifyPage(source: PageSource, rules: IdentityRules): PageIdentity {
  const own = identityOf(source, rules);
  const { assigned } = source;
  // A list that is returned unchanged says nothing about the pages that were already in it.
  if (!assigned || (assigned.studentId === own.studentId && assigned.item === own.item)) return own;
  const { qr } = own;
  return { ...assigned, coded: true, qr, failure: null, problems: itemProblems(assigned.item, rules.task) };
}

function identityOf(source: PageSource, { task, keys }: IdentityRules): PageIdentity {
  const { file, isBlurred = false, inStack = false, pageCount = 0 } = source;
  const ids = studentIdRule(task.student_id_pattern);
  const name = findAnswerInPath(file, task.type, { otherIds: task.student_id_pattern !== undefined });
  const texts = codeTexts(source);
  const qr = ownText(texts, { task: { id: task.id, keys }, named: name });
  const code = qr === null ? null : parseQrText(qr);
  if (code?.studentId !== undefined || (name === null && code === null && inStack)) {
    const claim = claimPage(texts, { task: { ...task, keys }, enrolled: null, isBlurred, named: name });
    const isMisnamed = name === null && code === null && pageCount === 1;
    const reasons = isMisnamed ? claim.reasons.map((reason) => withNamingRule(reason, task)) : claim.reasons;
    return claimedIdentity({ ...claim, reasons }, { name, coded: code !== null, qr });
  }
  const template = code !== null && code.taskId === task.id;
  const problems: Problem[] = [];
  if (name === null && code === null) {
    const failure = { code: "file-name", message: fileNamesMessage([basename(file)]) };
    return { studentId: null, item: null, coded: false, qr, failure, problems: isBlurred ? [BLURRED] : [] };
  }
  if (code !== null && !template) problems.push(OTHER_TASK);
  if (name === null) problems.push(NO_STUDENT);
  else if (!ids.matches(name.studentId)) problems.push(badStudentId(name.studentId, ids));
  const said = template ? code.item : null;
  const agreed = agreedClaim({ studentId: null, item: said, reasons: [] }, name, CORRECT_NAME);
  problems.push(...agreed.reasons);
  const isAsked = agreed.reasons.length > 0 || (code !== null && !template);
  const item = isAsked ? null : (said ?? name?.item ?? null);
  if (item !== null) problems.push(...itemProblems(item, task));
  return { studentId: name?.studentId ?? null, item, coded: code !== null, qr, failure: null, problems };
}

/** A file of one page can be named, too. */
function withNamingRule({ code, message }: Problem, { type }: TaskFile): Problem {
  return { code, message: `${message} Or name the file like 12345678_${type}[1].png.` };
}

interface Claiming {
  readonly name: { readonly studentId: string; readonly item: number } | null;
  readonly coded: boolean;
  readonly qr: string | null;
}

/** A page of a stack: only its QR code says whose it is, and a file name must not change that. */
function claimedIdentity({ studentId, item, reasons }: PageClaim, { name, coded, qr }: Claiming): PageIdentity {
  if (studentId === null || item === null) {
    return { studentId, item, coded, qr, failure: reasons[0] ?? null, problems: [] };
  }
  const { reasons: problems, ...agreed } = agreedClaim({ studentId, item, reasons }, name, CORRECT_NAME);
  return { ...agreed, coded, qr, failure: null, problems };
}

/** Whether a page is on the template of another task. */
export function isOfOtherTask({ reasons }: Pick<GradedPage, "reasons">): boolean {
  return reasons.some(({ code }) => code === OTHER_TASK.code);
}

/** Whether a page is on the sheet of another item than its file's name says. */
export function isOfOtherItem({ reasons }: Pick<GradedPage, "reasons">): boolean {
  return reasons.some(({ code }) => code === ITEM_CONFLICT);
}

const NO_STUDENT: Problem = {
  code: "no-student",
  message: "The QR code gives the item, but the file's name gives no student. Name it like 12345678_quiz[1].png.",
};

function badStudentId(id: string, { words }: StudentIdRule): Problem {
  return { code: "student-id", message: `${id} is not ${words}. Correct the file's name.` };
}

const CORRECT_NAME = "Correct the name.";

function itemProblems(item: number, task: TaskFile): Problem[] {
  if (task.items.some((known) => known.item === item)) return [];
  const known = task.items.map((entry) => entry.item).join(", ");
  const message = `The task has no item ${item}, only ${known}. Correct the file's name.`;
  return [{ code: "item-unknown", message }];
}
