import type { z } from "zod";
import { count } from "../../../core/basics/texts.ts";
import { gradeChanges, isSameGrade } from "../../../core/page-record/fold.ts";
import type { DatedStatement } from "../../../core/page-record/statement.ts";
import { keyVersion } from "../../../core/results/key-version.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { GradesPushed, PushedPage, PushOutcome, pushGradesBody } from "../../contract/tasks/exchange.ts";
import { makeAll, type Query, type SqlStatement } from "../../db/query.ts";
import { gradeBatches } from "../../db/schema.ts";
import type { TokenUse } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { ownTask } from "../access/task-access.ts";
import { changeGrade, publishGrades, type WantedGrade } from "../grading/grade-batches.ts";
import { loadRecord, type SaidRow } from "../reading/page-record.ts";
import { queueReadings } from "../reading/reading.ts";
import { say } from "../reading/say.ts";
import type { Submission } from "../submissions/submissions.ts";
import { keyedItems, taskKeys } from "../tasks/task-items.ts";
import { type SaidPage, saidPages } from "./page-corrections.ts";
import { CORRECTED_HERE, otherPage, PAGE_MISSING, type PlaceRules, pushRulesOf, refusalOf } from "./push-rules.ts";
import { pushedWords, thresholdsOf } from "./push-words.ts";

type Body = z.output<typeof pushGradesBody>;

/**
 * Stores the grades of results that were made elsewhere, as one batch that can be undone. Grades by other keys than the
 * task's are refused as a whole. A different grade that a person gave here is kept and reported, unless `overwrite` is
 * set. Pushing the same results again changes nothing.
 */
export async function pushGrades(
  context: AppContext,
  { token, taskId, body }: { token: TokenUse; taskId: string; body: Body },
): Promise<GradesPushed> {
  const task = await ownTask(context, token.user.id, taskId);
  const { manifest, overwrite, preview, pages } = body;
  await requireKeys(context, taskId, manifest);
  const rules = await pushRulesOf(context, task);
  if (preview) {
    const plans = await planAll(context.db.query, { token, taskId, pages, rules, overwrite, preview });
    return { pages: plans.map(({ outcome }) => outcome), batch: null };
  }
  const [id, createdAt] = [newId(), context.now()];
  const done = await context.db.write(async (query) => {
    // The task may have been edited in between.
    await requireKeys(context, taskId, manifest);
    const plans = await planAll(query, { token, taskId, pages, rules, overwrite, preview });
    const said = plans.flatMap(({ page, wanted }) => (wanted ? [{ page, wanted }] : []));
    const given = said.filter(({ wanted }) => wanted.graded);
    const label = `Pushed with the token ${token.name}: ${count(given.length, "grade")}`;
    const toRead: string[] = [];
    const changes: SqlStatement[] = [];
    for (const { page, there, words } of plans) {
      if (there === null || words.length === 0) continue;
      const record = (await loadRecord(query, there.submission.id))!;
      const saying = { by: token.user.email, at: createdAt, pushed: true, statements: words };
      const { after, sql } = say(query, record, saying, thresholdsOf(page, words));
      changes.push(...sql);
      if (after.reading === null) toRead.push(after.submissionId);
    }
    if (given.length > 0) changes.push(query.insert(gradeBatches).values({ id, taskId, label, createdAt, manifest }));
    for (const { page, wanted } of said) {
      const giving = { by: grader(token, page), at: createdAt, pushed: true, ...(wanted.graded && { batchId: id }) };
      changes.push(...changeGrade(query, wanted, giving));
    }
    await makeAll(query, changes);
    return { plans, label, given: given.length, isChanged: changes.length > 0, toRead };
  });
  const { plans, label, given, isChanged, toRead } = done;
  await queueReadings(context, toRead);
  const kept = plans.filter(({ outcome }) => outcome.change === "conflict").length;
  context.log.info("grades-pushed", { user: token.user.id, token: token.id, task: taskId, given, kept });
  if (isChanged) await publishGrades(context, taskId);
  const batch = { id, label, files: given, created_at: new Date(createdAt).toISOString() };
  return { pages: plans.map(({ outcome }) => outcome), batch: given > 0 ? batch : null };
}

async function requireKeys({ db }: AppContext, taskId: string, { key_version }: Body["manifest"]): Promise<void> {
  if (key_version !== keyVersion(keyedItems(await taskKeys(db, taskId)))) throw keysChanged();
}

/** Who gave a grade, for its log: the token's owner, and how. */
function grader({ user, name }: TokenUse, { graded_by, grade }: PushedPage): string {
  // No machine writes a comment.
  return `${user.email}, token ${name}${graded_by === "machine" && grade !== null ? AS_PROPOSED : ": by hand"}`;
}

const AS_PROPOSED = ": as proposed";

/** Whether a person gave this grade in the web, or decided it elsewhere and pushed it with another account. */
function isOnesWord(said: SaidRow, { user: { email } }: TokenUse): boolean {
  return !said.pushed || !(said.by.endsWith(AS_PROPOSED) || accountOf(said) === email);
}

function accountOf({ by }: SaidRow): string {
  return by.split(", token ")[0]!;
}

/**
 * The comment that stays if results have none: a person's, not one of earlier results. Who pushed it may have pushed the
 * page again without it.
 */
function standingComment(log: ReturnType<typeof gradeChanges<SaidRow>>, token: TokenUse): string | null {
  const word = log.find(({ said }) => isOnesWord(said, token))?.said;
  const isTheirs = (said: SaidRow) => said.pushed === word?.pushed && accountOf(said) === accountOf(word);
  return log.find(({ said }) => isTheirs(said))?.after.comment ?? null;
}

interface Plan {
  readonly page: PushedPage;
  /** The page that the web has for the answer. */
  readonly there: SaidPage | null;
  readonly outcome: PushOutcome;
  /** The change of a grade, or of the comment of a page that waits for one. */
  readonly wanted: WantedGrade | null;
  /** What is said of the page's reading. */
  readonly words: readonly DatedStatement[];
}

interface Planning {
  readonly token: TokenUse;
  readonly taskId: string;
  readonly pages: readonly PushedPage[];
  readonly rules: PlaceRules;
  readonly overwrite: boolean;
  readonly preview: boolean;
}

async function planAll(query: Query, { taskId, pages, ...rules }: Planning): Promise<Plan[]> {
  const there = await saidPages(query, taskId);
  const byAnswer = new Map(there.map((each) => [`${each.submission.studentId} ${each.submission.item}`, each]));
  return pages.map((page) => {
    return planPage(page, { ...rules, there: byAnswer.get(`${page.student_id} ${page.item}`) ?? null });
  });
}

interface Standing extends Omit<Planning, "taskId" | "pages"> {
  readonly there: SaidPage | null;
}

function planPage(page: PushedPage, { token, there, rules, overwrite, preview }: Standing): Plan {
  const { student_id, item, grade } = page;
  const submission = there?.submission ?? null;
  const previous = { previous_grade: submission?.totalGrade ?? null, grade };
  const isThere = submission !== null && submission.sha256 === page.sha256 && submission.page === page.page;
  // Words about a page that could not be sent do not count for the one that the web has in its place.
  const words = pushedWords(page, { there: isThere ? there : null, overwrite });
  function plan(
    where: PushOutcome["page"],
    change: PushOutcome["change"],
    { reason = null, wanted = null }: Partial<Pick<PushOutcome, "reason"> & Pick<Plan, "wanted">> = {},
  ): Plan {
    const { corrected, chosen } = reason === null ? words : NOTHING_SAID;
    const outcome = { student_id, item, page: where, change, ...previous, corrected, chosen, reason };
    const statements = reason === null && where === "known" ? words.statements : [];
    return { page, there, wanted, words: statements, outcome };
  }

  const refusal = refusalOf(page, rules);
  if (refusal) return plan("new", "refused", { reason: refusal });
  // A preview includes pages that are still to be sent.
  const unsent = preview || grade === null ? null : PAGE_MISSING;
  if (submission === null)
    return unsent ? plan("new", "refused", { reason: unsent }) : plan("new", grade === null ? "none" : "give");
  if (!isThere) {
    if (!overwrite) return plan("other", "conflict", { reason: otherPage(submission) });
    return unsent ? plan("other", "refused", { reason: unsent }) : plan("other", grade === null ? "none" : "give");
  }
  if (words.conflict) return plan("known", "conflict", { reason: words.conflict });
  const log = gradeChanges(there?.said ?? []).reverse();
  const now = { ...submission, ...words.grade };
  if (grade === null) {
    const alone: WantedGrade = { submission, graded: false, totalGrade: null, comment: page.comment };
    // Who settles the page in the web sees it, and may have deleted it there.
    const isFree = !now.graded && log.every(({ said }) => said.pushed && !isOnesWord(said, token));
    return plan("known", "none", { wanted: isFree && !isSameGrade(now, alone) ? alone : null });
  }
  const comment = page.comment ?? standingComment(log, token);
  const wanted: WantedGrade = { submission, graded: true, totalGrade: grade, comment };
  if (isSameGrade(now, wanted)) return plan("known", "same");
  if (words.hasOwn && !overwrite) return plan("known", "conflict", { reason: CORRECTED_HERE });
  if (!now.graded) return plan("known", "give", { wanted });
  const last = log[0]?.said;
  if (overwrite || (last && !isOnesWord(last, token))) return plan("known", "replace", { wanted });
  return plan("known", "conflict", { reason: gradedHere(submission, last) });
}

const NOTHING_SAID = { corrected: false, chosen: false };

function gradedHere({ totalGrade, comment }: Submission, last: SaidRow | undefined) {
  const by = last ? ` by ${last.by}` : "";
  const words = comment ? `, "${comment}"` : "";
  return {
    code: "graded-in-web",
    message: `Graded${last?.pushed ? "" : " in the web"}${by}: ${totalGrade ?? "no"} points${words}.`,
  };
}

function keysChanged(): Refusal {
  const message =
    "The results were graded by other keys than the task has now. Pull the task again, grade with --resume (nothing " +
    "is read twice), and push.";
  return new Refusal(409, { code: "keys-changed", message });
}
