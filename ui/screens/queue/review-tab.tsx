import { Spinner } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { taskPath } from "../../../server/contract/pages.ts";
import type { AnswerGroups } from "../../../server/contract/results/answers.ts";
import type { File as Submission } from "../../../server/contract/results/file.ts";
import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import type { Queue } from "../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { useOpenTask, useTaskWork } from "../../calls/open-task.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { Loading } from "../../components/loading.tsx";
import { counted } from "../../format.ts";
import { orderGroups } from "../answer-groups/group-words.ts";
import { LastBatch } from "../answer-groups/last-batch.tsx";
import { AcceptSure } from "./accept-sure.tsx";
import { QueueView } from "./queue-view.tsx";
import "../answer-groups/answer-groups.css";
import "./queue.css";

export function ReviewTab() {
  const task = useOpenTask();
  const { files, queue, requests } = useTaskWork(task.id);
  const groups = useCall("getAnswerGroups", { params: { taskId: task.id }, query: {} }, { live: task.id });
  return (
    <Answers
      to={[queue, groups, requests]}
      waiting={
        <div className="empty-state">
          <Loading size="3" words="Loading what needs you" />
        </div>
      }
    >
      {(waiting, answers, asked) => (
        <LoadedReview
          task={task}
          queue={waiting}
          groups={answers}
          requests={asked.requests}
          files={files.data?.files ?? []}
        />
      )}
    </Answers>
  );
}

interface LoadedReviewProps {
  readonly task: Task;
  readonly queue: Queue;
  readonly groups: AnswerGroups;
  readonly requests: readonly RegradeRequest[];
  readonly files: readonly Submission[];
}

function LoadedReview({ task, queue, groups, requests, files }: LoadedReviewProps) {
  const { entries, pending, clear, graded, certainty } = queue;
  return (
    <>
      <p className="muted" role="status">
        <strong>{counted(entries.length, "page")} in the queue</strong> · {clear} can be confirmed now · {graded} graded
        {pending > 0 && (
          <span className="queue-pending">
            {" "}
            · <Spinner size="1" /> {pending} still being processed
          </span>
        )}
        <br />
        <span className="note">
          The machine must be {certainty.full} sure of full marks, and {certainty.fewer} of fewer points.{" "}
          {instructs(task) && <Link to={taskPath(task.id, "settings")}>Change</Link>}
        </span>
      </p>
      {clear > 0 && <AcceptSure taskId={task.id} pages={clear} right={countRight(files, queue)} />}
      <LastBatch taskId={task.id} batch={groups.last_batch} />
      <QueueView queue={queue} groups={orderGroups(groups.groups)} requests={requests}>
        <div className="empty-state">
          <p>
            {pending > 0
              ? "Nothing needs you yet. Pages are still being processed."
              : graded + clear > 0
                ? "Nothing needs you: every page is graded, or the machine is sure enough of it."
                : "Nothing was handed in yet."}
          </p>
          {clear === 0 && instructs(task) && <Link to={`/stacks/${task.id}`}>Hand in a scanned stack</Link>}
        </div>
      </QueueView>
    </>
  );
}

function countRight(files: readonly Submission[], { entries, clear }: Queue): number {
  const waiting = new Set(entries.map(({ id }) => id));
  const right = files.filter((file) => {
    return !file.graded && !waiting.has(file.id) && file.proposed_grade === file.maximum_grade;
  });
  return Math.min(right.length, clear);
}
