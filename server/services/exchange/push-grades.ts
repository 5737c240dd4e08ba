import { isDeepStrictEqual } from "node:util";
import { desc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { groupBy } from "../../../core/basics/group-by.ts";
import { count } from "../../../core/basics/texts.ts";
import type { CorrectionsRecord } from "../../../core/corrections/corrections-record.ts";
import { keyVersion } from "../../../core/results/key-version.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { GradesPushed, PushedPage, PushOutcome, pushGradesBody } from "../../contract/tasks/exchange.ts";
import type { Query } from "../../db/client.ts";
import { gradeBatches, gradeLog, submissions } from "../../db/schema.ts";
import type { TokenUse } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { ownTask } from "../access/task-access.ts";
import { changeGrade, entryOf, publishGrades, type WantedGrade } from "../grading/grade-batches.ts";
import type { Analysis } from "../reading/analyses.ts";
import { queueReadings } from "../reading/reading.ts";
import type { Submission } from "../submissions/submissions.ts";
import { keyedItems, taskKeys } from "../tasks/task-items.ts";
import { settleTask } from "../tasks/task-state.ts";
import {
  type AnalysedPage,
  analysedPages,
  isChosen,
  isTakenBack,
  recordOf,
  takeChoice,
  takeCorrections,
} from "./page-corrections.ts";
import { otherPage, type PlaceRules, pushRulesOf, refusalOf } from "./push-rules.ts";

type Body = z.output<typeof pushGradesBody>;

interface Pushing {
  readonly token: TokenUse;
  readonly taskId: string;
  readonly body: Body;
}

/**
 * Stores the grades of results that were made elsewhere, as one batch that can be undone. Grades by other keys than the
 * task's are refused as a whole. A different grade that a person gave here is kept and reported, unless `overwrite` is
 * set. Pushing the same results again changes nothing.
 */
export async function pushGrades(context: AppContext, { token, taskId, body }: Pushing): Promise<GradesPushed> {
  const task = await ownTask(context, token.user.id, taskId);
  const { manifest, overwrite, preview, pages } = body;
  await requireKeys(context, taskId, manifest);
  const rules = await pushRulesOf(context, task);
  if (preview) {
    const plans = await planAll(context.db.query, { taskId, pages, rules, overwrite, preview });
    return { pages: plans.map(({ outcome }) => outcome), batch: null };
  }
  const [id, createdAt] = [newId(), context.now()];
  const done = await context.db.write(async (query) => {
    // The task may have been edited in between.
    await requireKeys(context, taskId, manifest);
    const plans = await planAll(query, { taskId, pages, rules, overwrite, preview });
    const given = plans.flatMap(({ page, wanted }) => (wanted ? [{ page, wanted }] : []));
    // Words about a page that could not be sent do not count for the one that the web has in its place.
    const known = plans.flatMap(({ page, outcome, there }) => {
      return there && outcome.page === "known" ? [{ page, outcome, there }] : [];
    });
    const corrected = known.flatMap(({ page: { corrections }, outcome, there }) => {
      return outcome.corrected && corrections ? [{ corrections, there }] : [];
    });
    const label = `Pushed with the token ${token.name}: ${count(given.length, "grade")}`;
    if (given.length > 0) {
      await query.batch([
        query.insert(gradeBatches).values({ id, taskId, label, createdAt, manifest }),
        ...given.map(({ wanted }) => entryOf(query, wanted, id)),
        ...given.flatMap(({ page, wanted }) => {
          return changeGrade(query, wanted, { by: grader(token, page), at: createdAt, pushed: true });
        }),
      ]);
    }
    for (const { there, corrections } of corrected) {
      await query.batch(
        takeCorrections(query, there, { corrections, at: createdAt }) as unknown as Parameters<Query["batch"]>[0],
      );
    }
    for (const { page, outcome, there } of known) {
      if (!outcome.chosen || page.chosen === null) continue;
      await takeChoice(query, there, { chosen: page.chosen, by: token.user.email, at: createdAt });
    }
    const toRead = corrected.map(({ there }) => there.submission.id);
    return { plans, label, ids: given.map(({ wanted }) => wanted.submission.id), toRead };
  });
  const { plans, label, ids, toRead } = done;
  await queueReadings(context, toRead);
  const kept = plans.filter(({ outcome }) => outcome.change === "conflict").length;
  context.log.info("grades-pushed", { user: token.user.id, token: token.id, task: taskId, given: ids.length, kept });
  if (ids.length > 0) {
    await publishGrades(context, taskId, ids);
    await settleTask(context, taskId);
  }
  const batch = { id, label, files: ids.length, created_at: new Date(createdAt).toISOString() };
  return { pages: plans.map(({ outcome }) => outcome), batch: ids.length > 0 ? batch : null };
}

async function requireKeys({ db }: AppContext, taskId: string, { key_version }: Body["manifest"]): Promise<void> {
  if (key_version !== keyVersion(keyedItems(await taskKeys(db, taskId)))) throw keysChanged();
}

/** Who gave a grade, for its log: the token's owner, and how. */
function grader({ user, name }: TokenUse, { graded_by }: PushedPage): string {
  return `${user.email}, token ${name}: ${graded_by === "machine" ? "as proposed" : "for the answer group"}`;
}

interface Plan {
  readonly page: PushedPage;
  /** The page that the web has for the answer. */
  readonly there: AnalysedPage | null;
  readonly outcome: PushOutcome;
  /** The change of a grade, if there is one. */
  readonly wanted: WantedGrade | null;
}

interface Decision {
  readonly reason: PushOutcome["reason"];
  readonly wanted: WantedGrade | null;
}

interface Planning {
  readonly taskId: string;
  readonly pages: readonly PushedPage[];
  readonly rules: PlaceRules;
  readonly overwrite: boolean;
  readonly preview: boolean;
}

async function planAll(query: Query, { taskId, pages, ...rules }: Planning): Promise<Plan[]> {
  const analysed = await analysedPages(query, taskId);
  const byAnswer = new Map(analysed.map((each) => [`${each.submission.studentId} ${each.submission.item}`, each]));
  const logs = await gradeLogs(query, taskId);
  return pages.map((page) => {
    const there = byAnswer.get(`${page.student_id} ${page.item}`) ?? null;
    return planPage(page, { ...rules, there, log: logs.get(there?.submission.id ?? "") ?? [] });
  });
}

type LogEntry = typeof gradeLog.$inferSelect;

/** The changes of each submission's grade, latest first. */
async function gradeLogs(query: Query, taskId: string): Promise<Map<string, LogEntry[]>> {
  const ofTask = query.select({ id: submissions.id }).from(submissions).where(eq(submissions.taskId, taskId));
  const entries = await query
    .select()
    .from(gradeLog)
    .where(inArray(gradeLog.submissionId, ofTask))
    .orderBy(desc(gradeLog.id));
  return groupBy(entries, ({ submissionId }) => submissionId);
}

interface Standing extends Omit<Planning, "taskId" | "pages"> {
  readonly there: AnalysedPage | null;
  /** Latest first. */
  readonly log: readonly LogEntry[];
}

function planPage(page: PushedPage, { there, log, rules, overwrite, preview }: Standing): Plan {
  const { student_id, item, grade, corrections, chosen } = page;
  const submission = there?.submission ?? null;
  const previous = { previous_grade: submission?.totalGrade ?? null, grade };
  const here = there && recordOf(there);
  const isNews = corrections !== null && !isDeepStrictEqual(here, corrections);
  const isOther = chosen !== null && !(there && isChosen(there.analysis, chosen));
  function plan(where: PushOutcome["page"], change: PushOutcome["change"], more: Partial<Decision> = {}): Plan {
    const { reason = null, wanted = null } = more;
    const taken = { corrected: reason === null && isNews, chosen: reason === null && isOther };
    return { page, there, wanted, outcome: { student_id, item, page: where, change, ...previous, ...taken, reason } };
  }

  const refusal = refusalOf(page, rules);
  if (refusal) return plan("new", "refused", { reason: refusal });
  // A preview includes pages that are still to be sent.
  const unsent = preview || grade === null ? null : PAGE_MISSING;
  if (submission === null)
    return unsent ? plan("new", "refused", { reason: unsent }) : plan("new", grade === null ? "none" : "give");
  if (submission.sha256 !== page.sha256 || submission.page !== page.page) {
    if (!overwrite) return plan("other", "conflict", { reason: otherPage(submission) });
    return unsent ? plan("other", "refused", { reason: unsent }) : plan("other", grade === null ? "none" : "replace");
  }
  const said = there !== null && !overwrite ? saidHere(there.analysis, { page, here, isNews, isOther }) : null;
  if (said !== null) return plan("known", "conflict", { reason: said });
  if (grade === null) return plan("known", "none");
  // Results without comments remove those of earlier results, but not a person's.
  const comment = page.comment ?? log.find(({ pushed }) => !pushed)?.comment ?? null;
  const wanted: WantedGrade = { submission, graded: true, totalGrade: grade, comment };
  if (submission.graded && submission.totalGrade === grade && submission.comment === comment)
    return plan("known", "same");
  // The results know nothing of what was corrected here.
  if (here !== null && corrections === null && !overwrite) return plan("known", "conflict", { reason: CORRECTED_HERE });
  if (!submission.graded) return plan("known", "give", { wanted });
  if (log[0]?.pushed || overwrite) return plan("known", "replace", { wanted });
  return plan("known", "conflict", { reason: gradedHere(submission, log[0]) });
}

interface Differences {
  readonly page: PushedPage;
  readonly here: CorrectionsRecord | null;
  /** The results have other corrections of the page, or another reading was chosen. */
  readonly isNews: boolean;
  readonly isOther: boolean;
}

/** What a person has said in the web that the results would change; null if nothing. */
function saidHere(analysis: Analysis, { page, here, isNews, isOther }: Differences): PushOutcome["reason"] {
  const { chosen } = analysis;
  if (here !== null && (isNews || (isOther && page.corrections === null))) return CORRECTED_HERE;
  if (page.chosen !== null && isTakenBack(analysis, page.chosen)) return TAKEN_BACK_HERE;
  return chosen !== null && !chosen.pushed && (isNews || isOther) ? CHOSEN_HERE : null;
}

const CORRECTED_HERE = {
  code: "corrected-in-web",
  message:
    "The page was corrected in the web, in another way. Pull again, and grade with --corrections corrections.json.",
};

const CHOSEN_HERE = {
  code: "chosen-in-web",
  message:
    "Another reading of the page was chosen in the web. Pull again, and grade with --corrections corrections.json.",
};

const TAKEN_BACK_HERE = {
  code: "taken-back-in-web",
  message: "This reading of the page was taken back in the web. With --overwrite it is given again.",
};

const PAGE_MISSING = { code: "page-missing", message: "The server does not have this page yet. Push again." };

function gradedHere({ totalGrade, comment }: Submission, last: LogEntry | undefined) {
  const by = last ? ` by ${last.changedBy}` : "";
  const words = comment ? `, "${comment}"` : "";
  return { code: "graded-in-web", message: `Graded in the web${by}: ${totalGrade ?? "no"} points${words}.` };
}

function keysChanged(): Refusal {
  const message =
    "The results were graded by other keys than the task has now. Pull the task again, grade with --resume (nothing " +
    "is read twice), and push.";
  return new Refusal(409, { code: "keys-changed", message });
}
