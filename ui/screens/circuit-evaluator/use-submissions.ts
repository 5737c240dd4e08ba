import { useEffect, useState } from "react";
import type { File as Submission } from "../../../server/contract/file.ts";
import type { Task } from "../../../server/contract/task.ts";
import type { ApiError } from "../../api.ts";
import { useCall } from "../../use-call.ts";
import { useTaskEvents } from "../../use-task-events.ts";
import { rememberedFile, rememberFile } from "./current-file.ts";
import { orderSubmissions } from "./submissions.ts";

export interface Submissions {
  /** Null until they came. */
  readonly task: Task | null;
  readonly files: readonly Submission[] | null;
  readonly error: ApiError | null;
  readonly current: Submission | null;
  choose(id: string): void;
  /** Fetches task and files again. */
  reload(): Promise<void>;
}

/** A task's submissions and the one at hand, which the browser's tab remembers; kept up to date by live events. */
export function useSubmissions(taskId: string): Submissions {
  const task = useCall("getTask", { params: { taskId } });
  const answer = useCall("getFiles", { params: { taskId } });
  const [currentId, setCurrentId] = useState(rememberedFile);
  const files = answer.data ? orderSubmissions(answer.data.files) : null;
  const current = files?.find(({ id }) => id === currentId) ?? files?.[0] ?? null;
  const id = current?.id ?? null;

  // What is shown is what a reload shows again.
  useEffect(() => {
    if (id) rememberFile(id);
  }, [id]);

  async function reload(): Promise<void> {
    await Promise.all([task.reload(), answer.reload()]);
  }

  // Submissions come and are read while the evaluator is open.
  useTaskEvents(taskId, () => void reload());

  return { task: task.data, files, error: task.error ?? answer.error, current, choose: setCurrentId, reload };
}
