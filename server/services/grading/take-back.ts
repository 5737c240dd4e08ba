import { takenBack } from "../../../core/page-record/fold.ts";
import type { GivenGrade } from "../../../core/page-record/statement.ts";
import type { AppContext } from "../../context.ts";
import type { SessionUser } from "../../environment.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { gradedSubmission } from "../access/task-access.ts";
import { readNow } from "../reading/reading.ts";
import { sayOf } from "../reading/say.ts";
import { publishGrades } from "./grade-batches.ts";

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
  const { after, grade } = await sayOf(context, { user, fileId }, ({ said }) => {
    const known = new Set(said.map(({ number }) => number));
    const gone = takenBack(said);
    if (!numbers.every((number) => known.has(number))) throw notFound("Nobody said this of the page.");
    if (numbers.some((number) => gone.has(number))) throw takenBackMeanwhile();
    return { statements: numbers.map((number) => ({ kind: "take-back", number })) };
  });
  await publishGrades(context, task.id);
  // A page that was never read, or cannot be, shows nothing that depends on it.
  const isOutdated = after.width > 0 && after.reading === null && after.chosen === null;
  if (isOutdated) await readNow(context, submission, { gates: "kept" });
  return grade;
}

function takenBackMeanwhile(): Refusal {
  return new Refusal(409, { code: "taken-back", message: "This was taken back meanwhile. Look at the page again." });
}
