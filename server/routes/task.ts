import type { AppContext } from "../context.ts";
import { TEXTS } from "../contract/texts.ts";
import type { Router } from "../router.ts";
import { ownClass } from "../services/classes.ts";
import { getPublicTask, getTask, listTasks } from "../services/task-views.ts";
import { createTask, deleteTask, editTask } from "../services/tasks.ts";
import { createTemplates } from "../services/template.ts";

/** A whole class may sit behind one address. */
const PUBLIC_RATE = { limit: 300, seconds: 60 } as const;

/** The instructor's tasks, and what students may see of one. */
export function taskRoutes({ on }: Router, context: AppContext): void {
  const templateOf = createTemplates(context);

  on("getTasks", ({ user }) => listTasks(context, user.id));

  on("getTask", ({ user, params }) => getTask(context, user.id, params.taskId));

  on("getPublicTask", ({ params, address }) => {
    context.limiter.take(`public-task:${address}`, PUBLIC_RATE);
    return getPublicTask(context, params.taskId);
  });

  on("getTasksByClass", async ({ user, params }) => {
    await ownClass(context, user.id, params.classId);
    return listTasks(context, user.id, { classId: params.classId });
  });

  on("createTask", ({ user, body }) => createTask(context, user.id, body));

  on("editTask", async ({ user, params, body }) => ({
    message: "Task updated successfully.",
    task: await editTask(context, { userId: user.id, taskId: params.taskId, body }),
  }));

  on("deleteTask", async ({ user, params }) => {
    await deleteTask(context, user.id, params.taskId);
    return { message: TEXTS.toasts.taskDeleted };
  });

  on("getTemplate", async ({ params, address }) => {
    context.limiter.take(`template:${address}`, PUBLIC_RATE);
    const pdf = await templateOf(params.taskId);
    return new Response(new Uint8Array(pdf), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": 'attachment; filename="grid-template.pdf"',
        "Cache-Control": "no-store",
      },
    });
  });
}
