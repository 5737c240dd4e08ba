import { Spinner } from "@radix-ui/themes";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import type { Queue } from "../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { useCall } from "../../calls/use-call.ts";
import { AcceptSure } from "../../components/grading/accept-sure.tsx";
import { CertaintyField } from "../../components/grading/certainty-field.tsx";
import { Loading } from "../../components/loading.tsx";
import { TaskPageFrame } from "../../components/task/task-page-frame.tsx";
import { counted } from "../../format.ts";
import { QueueView } from "./queue-view.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";
import "./queue.css";

/** Every page of a task that needs a person, worst first, to settle one after the other. */
export function QueuePage() {
  const { taskId = "" } = useParams();
  const task = useCall("getTask", { params: { taskId } }, { live: taskId });
  const queue = useCall("getQueue", { params: { taskId } }, { live: taskId });
  return (
    <TaskPageFrame
      title="Exception Queue"
      className="queue-screen"
      task={task}
      calls={[queue]}
      links={
        <>
          {" "}
          · <Link to={`/stacks/${taskId}`}>Stacks</Link>
        </>
      }
      action={
        queue.data && <CertaintyField taskId={taskId} certainty={queue.data.certainty} onChanged={queue.reload} />
      }
    >
      {task.data === null || queue.data === null ? (
        <div className="empty-state">
          <Loading size="3" words="Loading the queue" />
        </div>
      ) : (
        <LoadedQueue task={task.data} queue={queue.data} onSettled={queue.reload} />
      )}
    </TaskPageFrame>
  );
}

interface LoadedQueueProps {
  readonly task: Task;
  readonly queue: Queue;
  onSettled(): Promise<void>;
}

function LoadedQueue({ task, queue, onSettled }: LoadedQueueProps) {
  const { entries, pending, clear, graded } = queue;
  const [accepting, setAccepting] = useState(false);
  useQueueKeys({ s: () => clear > 0 && setAccepting(true) });
  return (
    <>
      <p className="queue-summary" role="status">
        <strong>{counted(entries.length, "page")} in the queue</strong> · {clear} can be graded now · {graded} graded
        {pending > 0 && (
          <span className="queue-pending">
            {" "}
            · <Spinner size="1" /> {pending} still being processed
          </span>
        )}
      </p>
      {clear > 0 && (
        <AcceptSure taskId={task.id} shortcut="S" open={accepting} onOpenChange={setAccepting} onChanged={onSettled} />
      )}
      <QueueView task={task} queue={queue} onSettled={onSettled}>
        <div className="empty-state">
          <p>
            {pending > 0
              ? "Nothing needs you yet. Pages are still being processed."
              : graded + clear > 0
                ? "Nothing needs you: every page is graded, or the machine is sure enough of it."
                : "Nothing was handed in yet."}
          </p>
          {clear === 0 && <Link to={`/stacks/${task.id}`}>Hand in a scanned stack</Link>}
        </div>
      </QueueView>
    </>
  );
}
