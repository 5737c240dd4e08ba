import type { Router } from "../router.ts";
import { feedbackArchive, studentFeedback } from "../services/exports/feedback.ts";
import { fillTaskGradebook, plainTaskGrades } from "../services/exports/gradebook.ts";
import { viewGrades } from "../services/exports/view-grades.ts";
import { copyPair, findTaskCopies, taskCopiesCsv } from "../services/grading/copies.ts";
import { dismissPairs, listDismissedPairs } from "../services/grading/dismissed-pairs.ts";
import { asBody, download } from "../services/submissions/file-answers.ts";

/** Exports of a graded task: gradebooks, feedback, and drawings that look copied. */
export function exportRoutes({ on }: Router): void {
  on("findCopies", ({ context, user, query }) => {
    const { task_id: taskId, earlier = [], chance } = query;
    return findTaskCopies(context, { userId: user.id, taskId, earlier, chance });
  });
  on("getCopiesCsv", async ({ context, user, query }) => {
    const { task_id: taskId, earlier = [], chance } = query;
    return sendCsv(await taskCopiesCsv(context, { userId: user.id, taskId, earlier, chance }), "copies.csv");
  });
  on("getDismissedPairs", ({ context, user, params }) => {
    return listDismissedPairs(context, { userId: user.id, taskId: params.taskId });
  });
  on("dismissPairs", ({ context, user, params, body }) => {
    return dismissPairs(context, { userId: user.id, taskId: params.taskId }, body);
  });
  on("getCopyPair", async ({ context, user, params, query }) => {
    const svg = await copyPair(context, user.id, [params.fileId, query.other]);
    return new Response(svg, {
      headers: {
        "Content-Type": "image/svg+xml; charset=utf-8",
        // If it is opened by itself, nothing in it may run.
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      },
    });
  });

  on("fillGradebook", ({ context, user, params, c }) => {
    return fillTaskGradebook(context, c.req.raw, { userId: user.id, taskId: params.taskId });
  });
  on("getPlainGrades", async ({ context, user, params, query }) => {
    const whose = { userId: user.id, taskId: params.taskId, ...query };
    const { title, csv } = await plainTaskGrades(context, whose);
    return sendCsv(csv, `${title} grades.csv`);
  });
  on("getGrades", ({ context, user, params, query }) => {
    return viewGrades(context, { userId: user.id, taskId: params.taskId, ...query });
  });
  on("getFeedback", async ({ context, user, params, query }) => {
    const { student_id: studentId, ...wish } = query;
    const { format } = wish;
    const whose = { userId: user.id, taskId: params.taskId, ...wish };
    if (studentId === undefined) {
      const archive = await feedbackArchive(context, whose);
      return download(archive, { type: "application/zip", name: "feedback.zip" });
    }
    const bytes = await studentFeedback(context, { ...whose, studentId });
    const type = format === "pdf" ? "application/pdf" : "text/html; charset=utf-8";
    return download(asBody(bytes), { type, name: `${studentId}.${format}` });
  });
}

/** Excel reads a CSV file as UTF-8 only if it begins with a byte order mark. */
export function sendCsv(text: string, name: string): Response {
  return download(`\uFEFF${text}`, { type: "text/csv; charset=utf-8", name });
}
