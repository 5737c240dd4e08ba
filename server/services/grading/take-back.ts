import { eq } from "drizzle-orm";
import { foldWords, isSameGrade, takenBack } from "../../../core/page-record/fold.ts";
import type { GivenGrade } from "../../../core/page-record/statement.ts";
import type { AppContext } from "../../context.ts";
import { submissions } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { gradedSubmission } from "../access/task-access.ts";
import { loadRecord, say } from "../reading/page-record.ts";
import { readNow } from "../reading/reading.ts";
import { publishGrades, storeGrade } from "./grade-batches.ts";

interface TakingBack {
  readonly user: SessionUser;
  readonly fileId: string;
  /** Of the statements. */
  readonly numbers: readonly number[];
}

/**
 * Says that what somebody said of a page does not hold: the page is read without it, and has the grade and comment that
 * the other words give it. Taking back what took something back makes that hold again.
 *
 * @throws {Refusal} if nobody said that, or it was taken back meanwhile.
 */
export async function takeBack(context: AppContext, { user, fileId, numbers }: TakingBack): Promise<GivenGrade> {
  const { submission, task } = await gradedSubmission(context, user.id, fileId);
  const { after, grade } = await context.db.write(async (query) => {
    const [now = submission] = await query.select().from(submissions).where(eq(submissions.id, fileId));
    const record = (await loadRecord(query, fileId))!;
    const known = new Set(record.said.map(({ number }) => number));
    const gone = takenBack(record.said);
    if (!numbers.every((number) => known.has(number))) throw notFound("Nobody said this of the page.");
    if (numbers.some((number) => gone.has(number))) throw takenBackMeanwhile();
    const statements = numbers.map((number) => ({ kind: "take-back" as const, number }));
    const { after, said, sql } = say(query, record, { by: user.email, at: context.now(), statements });
    const grade = foldWords(said).grade;
    const stays = isSameGrade(grade, foldWords(record.said).grade);
    await query.batch([...sql, ...(stays ? [] : [storeGrade(query, { submission: now, ...grade })])]);
    return { after, grade };
  });
  await publishGrades(context, task.id, [fileId]);
  // A page that was never read, or cannot be, shows nothing that depends on it.
  const isOutdated = after.width > 0 && after.reading === null && after.chosen === null;
  if (isOutdated) await readNow(context, submission, { gates: "kept" });
  return grade;
}

function takenBackMeanwhile(): Refusal {
  return new Refusal(409, { code: "taken-back", message: "This was taken back meanwhile. Look at the page again." });
}
