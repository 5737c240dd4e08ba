import type { ReactNode } from "react";
import { Link, Navigate } from "react-router-dom";
import type { Task } from "../../../server/contract/tasks/task.ts";
import type { ApiError } from "../../api.ts";
import { classGroupLabel } from "../../format.ts";
import { CallFailed } from "../call-failed.tsx";
import { NamesHidden } from "../grading/names-hidden.tsx";
import { PageHead } from "../page-head.tsx";
import { isTaskGone } from "./task-removal.ts";

/** A call that a page waits for, as far as its frame is concerned. */
interface AwaitedCall {
  /** The last data stays while a later call fails. */
  readonly data: unknown;
  readonly error: ApiError | null;
  reload(): Promise<void>;
}

interface TaskPageFrameProps {
  readonly title: string;
  readonly task: AwaitedCall & { readonly data: Task | null };
  /** The page's other calls; if one has no data, the page counts as not loaded. */
  readonly calls?: readonly AwaitedCall[];
  /** At the right of the title. */
  readonly action?: ReactNode;
  /** Only if every call that failed has succeeded before. */
  readonly children: ReactNode;
}

/** The frame of a page about one part of a task: title, the way back to the task, and failed calls. */
export function TaskPageFrame({ title, task, calls = [], action, children }: TaskPageFrameProps) {
  if (isTaskGone(task)) {
    return <Navigate to="/error" replace state={{ type: "404", message: task.error.message }} />;
  }
  const awaited = [task, ...calls];
  const error = awaited.find((call) => call.error !== null && call.data === null)?.error ?? null;
  return (
    <div className="page">
      <PageHead
        title={title}
        text={
          task.data && (
            <>
              <Link to={`/task/${task.data.id}`}>{task.data.title}</Link> · {classGroupLabel(task.data)}{" "}
              <NamesHidden task={task.data} />
            </>
          )
        }
      >
        {action}
      </PageHead>
      {error === null ? (
        children
      ) : (
        <CallFailed message={error.message} onRetry={() => void Promise.all(awaited.map((call) => call.reload()))} />
      )}
    </div>
  );
}
