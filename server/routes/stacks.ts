import type { AppContext } from "../context.ts";
import { askReader } from "../recogniser/ask-worker.ts";
import type { Router } from "../router.ts";
import { ownClass } from "../services/access/class-access.ts";
import { readSpreadsheet } from "../services/classes/read-spreadsheet.ts";
import { loadRoster } from "../services/classes/rosters.ts";
import { exceptionQueue } from "../services/grading/exception-queue.ts";
import { assignPage, ownStackPage, rejectPage, restorePage } from "../services/stacks/stack-pages.ts";
import { getStack, listStacks } from "../services/stacks/stack-views.ts";
import { acceptStack, deleteStack, sweepStacks } from "../services/stacks/stacks.ts";
import { asBody, download, sendPagePicture } from "../services/submissions/file-answers.ts";
import { personalTemplates } from "../services/tasks/personal-templates.ts";
import { unprintable } from "../services/tasks/unprintable.ts";

/** Personal templates, scanned stacks of them, and the queue of pages that need a person. */
export function stackRoutes({ on }: Router, context: AppContext): void {
  context.lifecycle.everyMinute("arriving-stacks", () => sweepStacks(context));

  on("getPersonalTemplates", async ({ user, params }) => {
    const pdf = await personalTemplates(context, user.id, params.taskId);
    return download(asBody(pdf), { type: "application/pdf", name: "personal-templates.pdf" });
  });

  on("getUnprintable", ({ user, params }) => unprintable(context, user.id, params.taskId));

  on("uploadStack", ({ user, params, c }) =>
    acceptStack(context, { request: c.req.raw, userId: user.id, taskId: params.taskId }),
  );

  on("getStacks", async ({ user, params }) => ({ stacks: await listStacks(context, user.id, params.taskId) }));

  on("getStack", ({ user, params }) => getStack(context, user.id, params.stackId));

  on("deleteStack", async ({ user, params }) => {
    await deleteStack(context, user.id, params.stackId);
    return { message: "The stack was deleted. What was placed stays." };
  });

  on("getStackPicture", async ({ user, params, query, c }) => {
    const { page } = await ownStackPage(context, user.id, params.pageId);
    if (query.part === "page") {
      return sendPagePicture(context, page, { width: query.width, headers: c.req.raw.headers });
    }
    const bytes = await context.files.use(page.sha256, (path) =>
      askReader(context, "corner", { path, page: page.page }),
    );
    return new Response(asBody(bytes), {
      headers: { "Content-Type": "image/jpeg", "Cache-Control": "private, max-age=3600" },
    });
  });

  on("assignStackPage", async ({ user, params, body }) => {
    const { student_id: studentId, item_number: item, replace, file_id: seen } = body;
    const assigning = { userId: user.id, pageId: params.pageId, studentId, item, replace, seen };
    const page = await assignPage(context, assigning);
    return { message: `${page.place} is item ${page.item_number} of ${page.student_id} now.`, page };
  });

  on("rejectStackPage", async ({ user, params, body }) => {
    const page = await rejectPage(context, { userId: user.id, pageId: params.pageId, seen: body.file_id });
    return { message: `${page.place} was taken out. It can be put back on the page of its stack.`, page };
  });

  on("restoreStackPage", async ({ user, params }) => {
    const page = await restorePage(context, user.id, params.pageId);
    return { message: `${page.place} is back in the queue.`, page };
  });

  on("getQueue", ({ user, params }) => {
    return exceptionQueue(context, { userId: user.id, taskId: params.taskId });
  });

  on("getRoster", async ({ user, params }) => {
    await ownClass(context, user.id, params.classId);
    return { students: await loadRoster(context, params.classId) };
  });

  on("readSpreadsheet", ({ context, user, c }) => readSpreadsheet(context, c.req.raw, user.id));
}
