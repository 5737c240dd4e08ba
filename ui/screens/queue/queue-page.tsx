import { Spinner, TextField } from "@radix-ui/themes";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { QUEUE_CONFIDENCE } from "../../../core/rules/review-reasons.ts";
import type { Queue } from "../../../server/contract/stack.ts";
import type { Task } from "../../../server/contract/task.ts";
import { Field } from "../../components/field.tsx";
import { Loading } from "../../components/loading.tsx";
import { TaskPageFrame } from "../../components/task-page-frame.tsx";
import { counted } from "../../format.ts";
import { useCall } from "../../use-call.ts";
import { QueueView } from "./queue-view.tsx";
import "./queue.css";

/** Every page of a task that needs a person, worst first, to settle one after the other. */
export function QueuePage() {
  const { taskId = "" } = useParams();
  const [confidence, setConfidence] = useState(QUEUE_CONFIDENCE);
  const task = useCall("getTask", { params: { taskId } }, { live: taskId });
  const queue = useCall("getQueue", { params: { taskId }, query: { confidence } }, { live: taskId });
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
      action={<ConfidenceBound value={confidence} onChange={setConfidence} />}
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

interface ConfidenceBoundProps {
  readonly value: number;
  onChange(value: number): void;
}

/** The field keeps what is typed; the queue uses the last valid value. */
function ConfidenceBound({ value, onChange }: ConfidenceBoundProps) {
  const [typed, setTyped] = useState(String(value));
  return (
    <Field
      label="Readings with a confidence below"
      className="queue-bound"
      error={isPercent(typed) ? undefined : `Enter a whole number from 0 to 100. Shown are those below ${value} %.`}
    >
      {(ids) => (
        <TextField.Root
          {...ids}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            if (isPercent(target.value)) onChange(Number(target.value));
          }}
        >
          <TextField.Slot side="right">%</TextField.Slot>
        </TextField.Root>
      )}
    </Field>
  );
}

function isPercent(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= 100;
}

interface LoadedQueueProps {
  readonly task: Task;
  readonly queue: Queue;
  onSettled(): Promise<void>;
}

function LoadedQueue({ task, queue, onSettled }: LoadedQueueProps) {
  const { entries, pending, clear, graded } = queue;
  return (
    <>
      <p className="queue-summary" role="status">
        <strong>{counted(entries.length, "page")} in the queue</strong> · {clear} read without doubt · {graded} graded
        {pending > 0 && (
          <span className="queue-pending">
            {" "}
            · <Spinner size="1" /> {pending} still being processed
          </span>
        )}
      </p>
      <QueueView task={task} queue={queue} onSettled={onSettled}>
        <div className="empty-state">
          <p>
            {pending > 0
              ? "Nothing needs you yet. Pages are still being processed."
              : graded + clear > 0
                ? "Nothing needs you: every page is graded or was read without doubt."
                : "Nothing was handed in yet."}
          </p>
          <Link to={clear > 0 ? `/task/${task.id}` : `/stacks/${task.id}`}>
            {clear > 0 ? "Go to the submissions" : "Hand in a scanned stack"}
          </Link>
        </div>
      </QueueView>
    </>
  );
}
