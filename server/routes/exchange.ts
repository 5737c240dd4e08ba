import type { Router } from "../router.ts";
import { saidSince } from "../services/exchange/page-corrections.ts";
import { pullTask } from "../services/exchange/pull-task.ts";
import { pushGrades } from "../services/exchange/push-grades.ts";
import { sendPages } from "../services/exchange/send-pages.ts";
import { taskResults } from "../services/exports/task-results.ts";
import { download } from "../services/submissions/file-answers.ts";

/** What the `circuitgrade` command takes from the server and brings back, and the web's results in the same form. */
export function exchangeRoutes({ on }: Router): void {
  on("pullTask", ({ context, token, params }) => pullTask(context, token, params.taskId));

  on("getSaid", ({ context, token, params, query }) => saidSince(context, token, params.taskId, query.since));

  on("sendPages", ({ context, token, params, c }) => {
    return sendPages(context, { token, taskId: params.taskId, request: c.req.raw });
  });

  on("pushGrades", ({ context, token, params, body, c }) => {
    if (body.preview) c.set("auditDetail", "only a preview");
    return pushGrades(context, { token, taskId: params.taskId, body });
  });

  on("getTaskResults", async ({ context, user, params, query }) => {
    const { title, lines } = await taskResults(context, { userId: user.id, taskId: params.taskId }, query);
    return download(lines, { type: "application/x-ndjson; charset=utf-8", name: `${title} results.jsonl` });
  });
}
