import { PHRASE_MISMATCH, taskRemovalPhrase } from "../../../core/rules/accounts/removal-phrase.ts";
import { TEMPLATE_FILE_NAME } from "../../../core/rules/files/file-name.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { type ApiError, call, messageOf } from "../../api.ts";
import { counted } from "../../format.ts";
import { saveFile } from "../../save-file.ts";
import { confirmFirst, toast } from "../../store.ts";
import type { AwaitedCall } from "../page-parts.tsx";

export async function downloadTemplate(taskId: string): Promise<void> {
  toast(TEXTS.toasts.templateRequested, "info");
  try {
    const response = await call("getTemplate", { params: { taskId } });
    toast(TEXTS.toasts.templateReady);
    saveFile(await response.blob(), TEMPLATE_FILE_NAME);
    toast(TEXTS.toasts.templateDownloading);
  } catch (error) {
    toast(messageOf(error), "error");
  }
}

const removed = new Set<string>();

type TaskCall = Pick<AwaitedCall<Task>, "data" | "error">;

/**
 * Whether the error page replaces a task's page because the task does not exist (any more). A user who removes it in
 * this tab goes to the dashboard instead.
 */
export function isTaskGone<Call extends TaskCall>(task: Call): task is Call & { readonly error: ApiError } {
  const { data, error } = task;
  return error?.status === 404 && (data === null || !removed.has(data.id));
}

interface TaskRemoval {
  /** The specification has one word in the dashboard's menu and another one on the task's page. */
  readonly verb: "Delete" | "Remove";
  onRemoved(): void | Promise<void>;
}

/** Asks for confirmation, with a phrase to type if submissions would be removed, too, and removes the task. */
export function confirmTaskRemoval(task: Task, { verb, onRemoved }: TaskRemoval): void {
  const submissions = task.total_submissions;
  const done = verb === "Delete" ? "deleted" : "removed";
  const grades = submissions === 1 ? "its grade" : "their grades";
  const loss = submissions === 0 ? "" : ` Its ${counted(submissions, "submission")} and ${grades} are ${done} too.`;
  confirmFirst({
    title: `${verb} Task`,
    text: `'${task.title}' will be ${done} for good.${loss}`,
    action: submissions === 0 ? `Yes, ${verb.toLowerCase()} it` : `${verb} Task`,
    busy: verb === "Delete" ? "Deleting..." : "Removing...",
    failed: TEXTS.task.deleteFailed,
    ...(submissions > 0 && {
      typed: { text: taskRemovalPhrase(task), mismatch: PHRASE_MISMATCH },
    }),
    async run() {
      removed.add(task.id);
      try {
        await call("deleteTask", { params: { taskId: task.id } });
      } catch (error) {
        removed.delete(task.id);
        throw error;
      }
      toast(TEXTS.toasts.taskDeleted);
      await onRemoved();
    },
  });
}
