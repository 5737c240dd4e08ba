import { eq } from "drizzle-orm";
import { chosenReading } from "../../../core/verdict/chosen-reading.ts";
import type { AppContext } from "../../context.ts";
import type { ReadingChosen } from "../../contract/results/answers.ts";
import { analyses, pageLooks } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { decideAnswer } from "../reading/decide-answer.ts";
import { loadLooks } from "../reading/read-answers.ts";
import { ownSubmission } from "../submissions/submissions.ts";
import { ownTask } from "../tasks/own-task.ts";
import { NO_KEYS, taskKeys } from "../tasks/task-items.ts";
import { updateGrade } from "./grades.ts";

interface Choosing {
  readonly user: SessionUser;
  readonly fileId: string;
  /** The name of one of the question's choices. */
  readonly reading: string;
}

/**
 * Takes a person's word for how a page is to be read, and gives the page the points of that reading. It stays when the
 * page is read again.
 *
 * @throws {Refusal} if the page is asked another question by now, or the reading cannot be compared with the keys.
 */
export async function chooseReading(context: AppContext, { user, fileId, reading }: Choosing): Promise<ReadingChosen> {
  const { submission, analysis } = await ownSubmission(context, user.id, fileId);
  const task = await ownTask(context, user.id, submission.taskId);
  const keys = (await taskKeys(context.db, submission.taskId)).get(submission.item) ?? NO_KEYS;
  const looks = await loadLooks(context, analysis.id);
  const { asked } = decideAnswer(analysis, { ...keys, looks, certainty: task.certainty });
  const index = asked?.question.choices.findIndex(({ name }) => name === reading) ?? -1;
  if (asked === null || index === -1) {
    throw new Refusal(409, {
      code: "question-changed",
      message: "The page was read again, or its keys changed: look at its readings again.",
    });
  }
  const { text, points } = asked.question.choices[index]!;
  if (points === null) {
    throw new Refusal(409, {
      code: "not-comparable",
      message: "This reading cannot be compared with the keys. Grade the page by hand.",
    });
  }
  const { looks: settled, ...said } = chosenReading(asked.netlists[index]!);
  const at = context.now();
  await context.db.write(async (query) => {
    const [now] = await query.select().from(analyses).where(eq(analyses.id, analysis.id));
    if (now?.revision !== analysis.revision || now.updatedAt !== analysis.updatedAt) {
      throw new Refusal(409, {
        code: "question-changed",
        message: "The page was changed meanwhile: look at it again.",
      });
    }
    const chosen = { name: reading, text, netlist: said.netlist, by: user.email, at };
    const changed = {
      ...said,
      wires: index === 0 ? analysis.wires : [],
      chosen,
      revision: now.revision + 1,
      updatedAt: at,
    };
    await query.batch([
      query.update(analyses).set(changed).where(eq(analyses.id, analysis.id)),
      query.update(pageLooks).set({ looks: settled }).where(eq(pageLooks.analysisId, analysis.id)),
    ]);
  });
  await updateGrade(context, { user, id: fileId, grade: points, comment: undefined, seen: undefined });
  return { total_grade: points, reading: text };
}
