import { SegmentedControl, Spinner } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { taskPath } from "../../../server/contract/pages.ts";
import type { Queue } from "../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { AcceptSure } from "../../components/grading/accept-sure.tsx";
import { Loading } from "../../components/loading.tsx";
import { counted } from "../../format.ts";
import { useAddressState } from "../../hooks/use-address-state.ts";
import { AnswerGroupsView } from "../answer-groups/answer-groups-view.tsx";
import type { TaskCalls } from "../task/task-calls.ts";
import { QueueView } from "./queue-view.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";
import "./queue.css";

/** Grading: every page that needs a person, worst first, or the answers in groups. */
export function QueueTab({ task, queue }: TaskCalls) {
  const [{ by }, setBy] = useAddressState({ by: "page" });
  return (
    <div className="queue-screen">
      <SegmentedControl.Root
        className="queue-by"
        aria-label="Review"
        value={by === "answer" ? by : "page"}
        onValueChange={(value) => setBy({ by: value })}
      >
        <SegmentedControl.Item value="page">Pages</SegmentedControl.Item>
        <SegmentedControl.Item value="answer">Same answers</SegmentedControl.Item>
      </SegmentedControl.Root>
      {by === "answer" ? (
        <AnswerGroupsView task={task} />
      ) : queue.data !== null ? (
        <LoadedQueue task={task} queue={queue.data} onSettled={queue.reload} />
      ) : queue.error !== null ? (
        <CallFailed message={queue.error.message} onRetry={() => void queue.reload()} />
      ) : (
        <div className="empty-state">
          <Loading size="3" words="Loading the queue" />
        </div>
      )}
    </div>
  );
}

interface LoadedQueueProps {
  readonly task: Task;
  readonly queue: Queue;
  onSettled(): Promise<void>;
}

function LoadedQueue({ task, queue, onSettled }: LoadedQueueProps) {
  const { entries, pending, clear, graded, certainty } = queue;
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
        <span className="queue-certainty">
          The machine must be {certainty.full} sure of full marks, and {certainty.fewer} of fewer points.{" "}
          <Link to={taskPath(task.id, "settings")}>Change</Link>
        </span>
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
