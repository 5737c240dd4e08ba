import type { Task } from "../../../server/contract/tasks/task.ts";
import type { CallState } from "../../calls/use-call.ts";

/** What the tabs of the task page share. */
export interface TaskCalls {
  readonly task: Task;
  readonly files: CallState<"getFiles">;
  readonly queue: CallState<"getQueue">;
  readonly requests: CallState<"getRegradeRequests">;
  /** Loads all of it again. */
  onChanged(): Promise<void>;
}
