import { eq } from "drizzle-orm";
import { rowBits, tableRows } from "../../../core/boolean/truth-table.ts";
import { type ItemGrade, pageColumns } from "../../../core/grade/grade-item.ts";
import { type AnswerKey, type ItemFunction, itemFunction, wantedBit } from "../../../core/grade/item-function.ts";
import { takenBack } from "../../../core/page-record/fold.ts";
import { wordsOf } from "../../../core/page-record/words.ts";
import { outputLabel } from "../../../core/rules/grading.ts";
import { rubricWords } from "../../../core/rules/tasks/rubric.ts";
import type { AppContext } from "../../context.ts";
import type { File, GradeChanged, GradeRows } from "../../contract/results/file.ts";
import { submissions } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { gradedSubmission, type OwnSubmission } from "../access/task-access.ts";
import { decideAnswer } from "../reading/decide-answer.ts";
import { type Analysis, loadSaid, type SaidRow } from "../reading/page-record.ts";
import { viewSubmission } from "../submissions/submissions.ts";
import { NO_KEYS, taskKeys } from "../tasks/task-items.ts";
import { pageCertaintyView } from "./decision-views.ts";
import { changeGrade, publishGrades } from "./grade-batches.ts";

/** A page compared with the keys of its item, the grade that was given, and what people said of it. */
export async function gradeRows(context: AppContext, userId: string, id: string): Promise<GradeRows> {
  const { submission, analysis, task } = await gradedSubmission(context, userId, id);
  const keys = await taskKeys(context.db, submission.taskId);
  const item = keys.get(submission.item) ?? NO_KEYS;
  const decision = await decideAnswer(context, analysis, { ...item, certainty: task.certainty });
  const proposal = decision.item;
  const wanted = itemFunction(item.keys);
  const { chosen } = analysis;
  const said = (await loadSaid(context.db.query, [id])).get(id) ?? [];
  const read = analysis.state === "done";
  return {
    status: read ? proposal.status : "review",
    proposed_grade: read ? proposal.grade : null,
    maximum_grade: proposal.maximum,
    rows: read ? rowViews(proposal) : [],
    reasons: read ? proposal.reasons : [notRead(analysis)],
    variables: proposal.variables,
    adjustments: read ? proposal.adjustments : [],
    rubric: rubricWords(item.rubric),
    answer_table: answerTable(item.keys, wanted),
    ...submittedTable(analysis, wanted),
    ...(read ? pageCertaintyView(decision) : { confidence: null, needed: null, certainty_text: null }),
    question: (read && decision.asked?.question) || null,
    chosen: chosen && { text: chosen.text, by: chosen.by, at: new Date(chosen.at).toISOString() },
    total_grade: submission.totalGrade,
    graded: submission.graded,
    comment: submission.comment,
    history: historyOf(said),
  };
}

function historyOf(said: readonly SaidRow[]): GradeRows["history"] {
  const gone = takenBack(said);
  const all = new Map(said.map((each) => [each.number, each]));
  return said
    .map((each) => {
      const { number, by, at } = each;
      return { number, text: wordsOf(each, all), by, at: new Date(at).toISOString(), taken_back: gone.has(number) };
    })
    .reverse();
}

interface GivenGrade {
  readonly user: SessionUser;
  readonly id: string;
  /** Null takes it away. */
  readonly grade: number | null;
  readonly comment: string | undefined;
  /** What the user saw before; undefined if the caller does not say. */
  readonly seen: SeenGrade | undefined;
}

type SeenGrade = GradeChanged["stored"];

/**
 * Gives a submission its grade, or takes it away; every change is kept in the log. A comment that is left out stays.
 * @returns the submission, and the grade and comment from before.
 * @throws {Refusal} if the stored grade or comment differs from what the user saw.
 */
export async function updateGrade(
  context: AppContext,
  { user, id, grade, comment, seen }: GivenGrade,
): Promise<{ file: File; before: SeenGrade }> {
  const { submission } = await gradedSubmission(context, user.id, id);
  const before = await context.db.write(async (query) => {
    const [now = submission] = await query.select().from(submissions).where(eq(submissions.id, id));
    if (seen && (now.totalGrade !== seen.total_grade || now.comment !== seen.comment)) {
      throw changedMeanwhile(now, grade);
    }
    const words = comment === undefined ? now.comment : comment.trim() || null;
    const wanted = { submission: now, graded: grade !== null, totalGrade: grade, comment: words };
    await query.batch(changeGrade(query, wanted, { by: user.email, at: context.now() }));
    return { total_grade: now.totalGrade, comment: now.comment };
  });
  await publishGrades(context, submission.taskId);
  return { file: await viewSubmission(context, user.id, id), before };
}

function changedMeanwhile({ totalGrade, comment }: typeof submissions.$inferSelect, wanted: number | null): Refusal {
  const stored: SeenGrade = { total_grade: totalGrade, comment };
  const what = totalGrade === null ? "Its grade was taken away" : `Another grade, ${totalGrade}, or comment was stored`;
  const then = wanted === null ? "Nothing was changed." : "Look at it, then store yours again to replace it.";
  return new Refusal(409, { code: "grade-changed", message: `${what} meanwhile. ${then}`, fields: { stored } });
}

function rowViews({ rows }: ItemGrade): GradeRows["rows"] {
  return rows.map(({ firstDifference, partial = null, ...row }) => ({
    ...row,
    partial,
    first_difference: firstDifference,
  }));
}

/** The keys' tables over the item's variables by output, with an X where the output does not matter. */
function answerTable(keys: readonly AnswerKey[], { variables, wanted }: ItemFunction): GradeRows["answer_table"] {
  return Object.fromEntries(
    wanted.map((key, index) => {
      const rows = Array.from(
        { length: key.column.rows },
        (_, row) => `${rowBits(row, variables.length)}${wantedBit(key, row)}`,
      );
      return [keys[index]!.output ?? outputLabel(index + 1), rows];
    }),
  );
}

/** The page's tables over the item's variables if its inputs correspond to them; otherwise over its own inputs. */
function submittedTable(
  page: Pick<Analysis, "inputs" | "outputs" | "netlist">,
  item: ItemFunction,
): Pick<GradeRows, "submitted_inputs" | "submitted_table"> {
  const { variables } = item;
  const { inputs, columns } = pageColumns(page, item);
  const tables = page.outputs.map(({ name, truth_table }, index) => {
    const column = columns[index];
    return [name, column ? tableRows({ variables, column }) : truth_table];
  });
  return { submitted_inputs: inputs ? variables : page.inputs, submitted_table: Object.fromEntries(tables) };
}

function notRead({ state, error }: OwnSubmission["analysis"] | Analysis): { code: string; message: string } {
  if (state === "failed") return { code: "not-read", message: error ?? "The page could not be read." };
  return { code: "not-read-yet", message: "The page is still being read." };
}
