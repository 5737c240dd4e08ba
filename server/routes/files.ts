import { TEXTS } from "../contract/texts.ts";
import type { Router } from "../router.ts";
import { gradedSubmission } from "../services/access/task-access.ts";
import { shownStudents } from "../services/classes/shown-students.ts";
import { gradeRows, updateGrade } from "../services/grading/grades.ts";
import { restoreSubmission, settleHandIn } from "../services/submissions/choose-upload.ts";
import { drawingOf, sendPageAlone, sendPagePicture, sendStoredFile } from "../services/submissions/file-answers.ts";
import { isPartOfStack } from "../services/submissions/stored-files.ts";
import { deleteSubmission, listFiles, listHistory, viewSubmission } from "../services/submissions/submissions.ts";
import { acceptUpload } from "../services/submissions/uploads.ts";

/** What students hand in, and the grades for it. */
export function fileRoutes({ on }: Router): void {
  on("uploadFiles", ({ context, c, user }) => {
    return acceptUpload(context, { c, user, taskId: null });
  });

  on("getFiles", async ({ context, user, params }) => ({ files: await listFiles(context, user.id, params.taskId) }));

  on("getSubmissionHistory", async ({ context, user, params }) => ({
    submissions: await listHistory(context, user.id, params.fileId),
  }));

  on("getFile", async ({ context, user, params, c }) => {
    const { submission, task, role } = await gradedSubmission(context, user.id, params.fileId);
    const { headers } = c.req.raw;
    const { hidden, text } = await shownStudents(context, task);
    // Other pages of the file may be somebody else's to grade.
    const isAlone = hidden || role === "grader" || (await isPartOfStack(context, submission));
    if (!isAlone) return sendStoredFile(context, submission, headers);
    const hiddenOf = hidden ? submission : null;
    return sendPageAlone(context, submission, { headers, filename: text(submission.filename), hiddenOf });
  });

  on("getPagePicture", async ({ context, user, params, query, c }) => {
    const { submission, analysis, task } = await gradedSubmission(context, user.id, params.fileId);
    const hiddenOf = (await shownStudents(context, task)).hidden ? submission : null;
    const part = query.part === undefined ? null : drawingOf(analysis);
    return sendPagePicture(context, submission, { width: query.width, headers: c.req.raw.headers, hiddenOf, part });
  });

  on("restoreSubmission", async ({ context, user, params: { fileId } }) => {
    const message = await restoreSubmission(context, user.id, fileId);
    return { message, file: await viewSubmission(context, user.id, fileId) };
  });

  on("settleHandIn", async ({ context, user, params: { fileId }, body }) => {
    const message = await settleHandIn(context, { userId: user.id, id: fileId, ...body });
    return { message, file: await viewSubmission(context, user.id, fileId) };
  });

  on("deleteFile", async ({ context, user, params }) => {
    await deleteSubmission(context, user.id, params.fileId);
    return { message: TEXTS.files.deleted };
  });

  on("getGradeRows", ({ context, user, params }) => gradeRows(context, user.id, params.fileId));

  on("updateGrade", async ({ context, user, params, body }) => {
    const { total_grade: grade, comment, seen } = body;
    return updateGrade(context, { user, id: params.fileId, grade, comment, seen });
  });
}
