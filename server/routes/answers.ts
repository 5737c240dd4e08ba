import type { Router } from "../router.ts";
import { answerGroups } from "../services/grading/answer-groups.ts";
import { chooseReading, takeBackReading } from "../services/grading/choose-reading.ts";
import { explainSubmission } from "../services/grading/explanations.ts";
import { undoGrades } from "../services/grading/grade-batches.ts";
import { acceptGrades, gradeGroup } from "../services/grading/group-grades.ts";
import { ownComments } from "../services/grading/own-comments.ts";
import { takeBack } from "../services/grading/take-back.ts";

/** Answer groups, explanations, and grades for many pages at once. */
export function answerRoutes({ on }: Router): void {
  on("getAnswerGroups", ({ context, user, params, query }) => {
    return answerGroups(context, { userId: user.id, taskId: params.taskId, item: query.item });
  });
  on("explainAnswer", ({ context, user, params }) => explainSubmission(context, user.id, params.fileId));
  on("gradeGroup", ({ context, user, params, body }) => gradeGroup(context, { user, taskId: params.taskId, body }));
  on("getOwnComments", async ({ context, user }) => ({ comments: await ownComments(context, user.email) }));
  on("chooseReading", ({ context, user, params, body }) => {
    return chooseReading(context, { user, fileId: params.fileId, ...body });
  });
  on("takeBackStatement", async ({ context, user, params, body }) => {
    const { totalGrade } = await takeBack(context, { user, fileId: params.fileId, numbers: [body.number] });
    return { total_grade: totalGrade };
  });
  on("takeBackReading", ({ context, user, params }) => takeBackReading(context, { user, fileId: params.fileId }));
  on("acceptGrades", ({ context, user, params, body }) => acceptGrades(context, { user, ...params, ...body }));
  on("undoGrades", ({ context, user, params, body }) => undoGrades(context, user, { ...params, ...body }));
}
