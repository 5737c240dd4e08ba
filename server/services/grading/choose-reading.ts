import { foldWords, holding } from "../../../core/page-record/fold.ts";
import type { AppContext } from "../../context.ts";
import type { ReadingChosen, ReadingTakenBack } from "../../contract/results/answers.ts";
import type { SessionUser } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { gradedSubmission } from "../access/task-access.ts";
import { decideAnswer } from "../reading/decide-answer.ts";
import { loadSaid, type SaidRow } from "../reading/page-record.ts";
import { sayOf } from "../reading/say.ts";
import { NO_KEYS, taskKeys } from "../tasks/task-items.ts";
import { publishGrades } from "./grade-batches.ts";
import { takeBack } from "./take-back.ts";

interface Choosing {
  readonly user: SessionUser;
  readonly fileId: string;
  /** The name of one of the question's choices. */
  readonly reading: string;
  /** Undefined keeps the page's comment. */
  readonly comment?: string | undefined;
}

/**
 * Takes a person's word for how a page is to be read, and gives the page the points of that reading. It stays when the
 * page is read again, until it is taken back or the page is corrected.
 *
 * @throws {Refusal} if the page is asked another question by now, or the reading cannot be compared with the keys.
 */
export async function chooseReading(
  context: AppContext,
  { user, fileId, reading, comment }: Choosing,
): Promise<ReadingChosen> {
  const { submission, analysis, task } = await gradedSubmission(context, user.id, fileId);
  const keys = (await taskKeys(context.db, submission.taskId)).get(submission.item) ?? NO_KEYS;
  const { asked } = await decideAnswer(context, analysis, { ...keys, certainty: task.certainty });
  const index = asked?.question.choices.findIndex(({ name }) => name === reading) ?? -1;
  if (asked === null || index === -1) {
    throw questionChanged("The page was read again, or its keys changed: look at its readings again.");
  }
  const { text, points } = asked.question.choices[index]!;
  if (points === null) {
    throw new Refusal(409, {
      code: "not-comparable",
      message: "This reading cannot be compared with the keys. Grade the page by hand.",
    });
  }
  await sayOf(context, { user, fileId }, ({ submission: now, analysis: { revision, updatedAt } }) => {
    if (revision !== analysis.revision || updatedAt !== analysis.updatedAt) {
      throw questionChanged("The page was changed meanwhile: look at it again.");
    }
    const words = comment === undefined ? now.comment : comment.trim() || null;
    const grade = { graded: true, totalGrade: points, comment: words };
    return { statements: [{ kind: "choice", name: reading, text, netlist: asked.netlists[index]!, grade }] };
  });
  await publishGrades(context, submission.taskId);
  return { total_grade: points, reading: text };
}

/**
 * Takes the choice of a reading back: the page is again what the machine reads, and has the grade and comment from
 * before. Those that were given since the choice stay. A push does not give the choice again.
 *
 * @throws {Refusal} if no reading of the page was chosen.
 */
export async function takeBackReading(
  context: AppContext,
  { user, fileId }: Pick<Choosing, "user" | "fileId">,
): Promise<ReadingTakenBack> {
  const { analysis } = await gradedSubmission(context, user.id, fileId);
  const said = (await loadSaid(context.db.query, [fileId])).get(fileId) ?? [];
  const { choices } = foldWords(said);
  if (analysis.chosen === null || choices.length === 0) {
    throw new Refusal(409, { code: "no-choice", message: "No reading of this page was chosen." });
  }
  // Pushed results bring a choice and its points in two statements.
  const own = holding(said).filter((each) => choices.some((one) => one === each || isPushedWith(one, each)));
  const { totalGrade } = await takeBack(context, { user, fileId, numbers: own.map(({ number }) => number) });
  return { total_grade: totalGrade };
}

function isPushedWith(choice: SaidRow, { pushed, number, statement }: SaidRow): boolean {
  return choice.pushed && pushed && number === choice.number + 1 && statement.kind === "grade";
}

function questionChanged(message: string): Refusal {
  return new Refusal(409, { code: "question-changed", message });
}
