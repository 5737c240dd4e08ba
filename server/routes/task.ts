import { count } from "../../core/basics/texts.ts";
import { fileType, MIMETYPES } from "../../core/scan/file-type.ts";
import type { AppContext } from "../context.ts";
import { TEXTS } from "../contract/texts.ts";
import type { Router } from "../router.ts";
import { ownClass } from "../services/access/class-access.ts";
import { previewRegrade } from "../services/grading/regrade.ts";
import { copyTask } from "../services/tasks/copy-task.ts";
import { listExtensions, setExtensions } from "../services/tasks/extensions.ts";
import { questionPicture } from "../services/tasks/questions.ts";
import { getPublicTask, getTask, listTasks } from "../services/tasks/task-views.ts";
import { createTask, deleteTask, editTask, setGradingView } from "../services/tasks/tasks.ts";
import { createTemplates } from "../services/tasks/template.ts";

/** The instructor's tasks, and what students may see of one. */
export function taskRoutes({ on }: Router, context: AppContext): void {
  const templateOf = createTemplates(context);

  on("getTasks", ({ user }) => listTasks(context, user.id));

  on("getTask", ({ user, params }) => getTask(context, user.id, params.taskId));

  on("getPublicTask", async ({ params }) => {
    return getPublicTask(context, params.taskId);
  });

  on("getTasksByClass", async ({ user, params }) => {
    await ownClass(context, user.id, params.classId, "grade");
    return listTasks(context, user.id, { classId: params.classId });
  });

  on("createTask", ({ user, body }) => createTask(context, user.id, body));

  on("copyTask", async ({ user, params, body }) => {
    const ids = await copyTask(context, { userId: user.id, taskId: params.taskId, body });
    return { message: `The task was copied to ${count(ids.length, "group")}.`, task_ids: ids };
  });

  on("editTask", async ({ user, params, body }) => ({
    message: "Task updated successfully.",
    task: await editTask(context, { user, taskId: params.taskId, body }),
  }));

  on("previewRegrade", ({ user, params, body }) => {
    return previewRegrade(context, { userId: user.id, taskId: params.taskId, body });
  });

  on("setGradingView", async ({ user, params, body }) => {
    await setGradingView(context, { userId: user.id, taskId: params.taskId, body });
    return getTask(context, user.id, params.taskId);
  });

  on("getExtensions", async ({ user, params }) => {
    return { extensions: await listExtensions(context, { userId: user.id, taskId: params.taskId }) };
  });

  on("setExtensions", ({ user, params, body }) => {
    return setExtensions(context, { userId: user.id, taskId: params.taskId, body });
  });

  on("deleteTask", async ({ user, params }) => {
    await deleteTask(context, user.id, params.taskId);
    return { message: TEXTS.toasts.taskDeleted };
  });

  on("getQuestionPicture", async ({ params }) => {
    const bytes = new Uint8Array(await questionPicture(context.db.query, params));
    // A new picture has a new id.
    const headers = {
      "Content-Type": MIMETYPES[fileType(bytes)!],
      "Cache-Control": "public, max-age=31536000, immutable",
    };
    return new Response(bytes, { headers });
  });

  on("getTemplate", async ({ params }) => {
    const pdf = await templateOf(params.taskId);
    return new Response(new Uint8Array(pdf), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": 'attachment; filename="grid-template.pdf"',
      },
    });
  });
}
