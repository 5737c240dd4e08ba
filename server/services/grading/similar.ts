import { groupBy } from "../../../core/basics/group-by.ts";
import { drawingOf } from "../../../core/reading/similar-readings.ts";
import { groupSimilar } from "../../../core/similarity/group-similar.ts";
import type { AppContext } from "../../context.ts";
import type { ResponseOf } from "../../contract/endpoints.ts";
import { ownTask, type Whose } from "../access/task-access.ts";
import { comparedReadings } from "../reading/page-record.ts";
import { answerRows } from "../reading/read-answers.ts";
import { dismissedIn } from "./dismissed-pairs.ts";

/** Groups of a task's submissions whose drawings are too similar; answers to different items are not compared. */
export async function findSimilar(
  context: AppContext,
  { userId, taskId, margin }: Whose & { margin: number },
): Promise<ResponseOf<"flagSimilarCircuits">> {
  await ownTask(context, userId, taskId);
  const { query } = context.db;
  const dismissed = await dismissedIn(context, taskId);
  const read = (await answerRows(query, taskId)).filter(({ analysis }) => analysis.state === "done");
  const compared = await comparedReadings(
    query,
    read.map(({ analysis }) => analysis),
  );
  const groups = [...groupBy(read, ({ submission }) => submission.item).values()].flatMap((answers) => {
    const drawings = answers.map(({ submission: { id } }) => ({ id, marks: drawingOf(compared.get(id)!.predictions) }));
    return groupSimilar(drawings, { margin, dismissed });
  });
  return { flagged_circuits: groups.map(({ ids }) => ids) };
}
