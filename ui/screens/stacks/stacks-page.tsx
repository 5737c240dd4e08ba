import { ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { Button, Heading, Skeleton } from "@radix-ui/themes";
import { Link, Navigate, useParams } from "react-router-dom";
import type { Stack } from "../../../server/contract/stack.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { HIGH_CONTRAST } from "../../components/high-contrast.ts";
import { classGroupLabel } from "../../format.ts";
import { toast } from "../../store.ts";
import { useCall } from "../../use-call.ts";
import { useEvents } from "../../use-events.ts";
import { useLater } from "../../use-later.ts";
import { DropZone } from "./drop-zone.tsx";
import { StackCard } from "./stack-card.tsx";
import { TemplateTools } from "./template-tools.tsx";
import "./stacks.css";

/** A task's personal templates, and the scanned stacks of them: dropped, watched, and what became of each page. */
export function StacksPage() {
  const { taskId = "" } = useParams();
  const task = useCall("getTask", { params: { taskId } });
  const stacks = useCall("getStacks", { params: { taskId } });
  const reloadLater = useLater(() => void stacks.reload());
  useEvents((event) => {
    if ("task_id" in event && event.task_id === taskId) reloadLater();
  });
  const error = task.error ?? stacks.error;
  if (task.error?.status === 404) {
    return <Navigate to="/error" replace state={{ type: "404", message: task.error.message }} />;
  }
  const queued = (stacks.data?.stacks ?? []).reduce((sum, stack) => sum + stack.queued, 0);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <Heading as="h1" size="7">
            Scanned Stacks
          </Heading>
          {task.data && (
            <p>
              <Link to={`/task/${taskId}`}>{task.data.title}</Link> · {classGroupLabel(task.data)}
            </p>
          )}
        </div>
        <Button
          asChild
          variant={queued > 0 ? "solid" : "soft"}
          color={queued > 0 ? "amber" : "gray"}
          className={HIGH_CONTRAST}
        >
          <Link to={`/queue/${taskId}`}>
            <ExclamationTriangleIcon /> Exception Queue{queued > 0 && ` (${queued})`}
          </Link>
        </Button>
      </div>
      {error !== null && (
        <CallFailed message={error.message} onRetry={() => void Promise.all([task.reload(), stacks.reload()])} />
      )}
      {error === null && (
        <>
          <div className="stack-columns">
            <DropZone
              taskId={taskId}
              onTaken={({ message, stack }) => {
                if (stack) toast(message);
                void stacks.reload();
              }}
            />
            {task.data ? <TemplateTools task={task.data} /> : <Skeleton height="220px" />}
          </div>
          {stacks.data === null ? (
            <Skeleton height="160px" />
          ) : (
            <StackList stacks={stacks.data.stacks} onChanged={stacks.reload} />
          )}
        </>
      )}
    </div>
  );
}

interface StackListProps {
  readonly stacks: readonly Stack[];
  onChanged(): Promise<void>;
}

function StackList({ stacks, onChanged }: StackListProps) {
  if (stacks.length === 0) {
    return (
      <div className="empty-state">
        <p>
          No stacks yet. Print the personal templates, let the class draw on them, scan them and drop the scan here.
        </p>
      </div>
    );
  }
  return (
    <ul className="stack-list" aria-label="Stacks">
      {stacks.map((stack, index) => (
        <StackCard key={stack.id} stack={stack} openAtFirst={index === 0} onChanged={onChanged} />
      ))}
    </ul>
  );
}
