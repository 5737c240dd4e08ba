import { ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { Button, Skeleton } from "@radix-ui/themes";
import { Link, useParams } from "react-router-dom";
import { taskPath } from "../../../server/contract/pages.ts";
import type { Stack } from "../../../server/contract/tasks/stack.ts";
import { useCall } from "../../calls/use-call.ts";
import { useTask } from "../../calls/use-task.ts";
import { IdsShown } from "../../components/grading/ids-shown.tsx";
import { TaskPageFrame } from "../../components/task/task-page-frame.tsx";
import { toast } from "../../store.ts";
import { DropZone } from "./drop-zone.tsx";
import { StackCard } from "./stack-card.tsx";
import { TemplateTools } from "./template-tools.tsx";
import "./stacks.css";

/** A task's personal templates, and its scanned stacks: uploading them, their progress, and each page. */
export function StacksPage() {
  const { taskId = "" } = useParams();
  const task = useTask(taskId, { live: true });
  const stacks = useCall("getStacks", { params: { taskId } }, { live: taskId });
  const queued = (stacks.data?.stacks ?? []).reduce((sum, stack) => sum + stack.queued, 0);
  return (
    <TaskPageFrame
      title="Scanned Stacks"
      task={task}
      calls={[stacks]}
      action={
        <Button
          asChild
          variant={queued > 0 ? "solid" : "soft"}
          color={queued > 0 ? "amber" : "gray"}
          className="rt-high-contrast"
        >
          <Link to={taskPath(taskId, "review")}>
            <ExclamationTriangleIcon /> Review{queued > 0 && ` (${queued})`}
          </Link>
        </Button>
      }
    >
      {task.data && <IdsShown task={task.data} because="you see which student each page went to." />}
      <div className="columns stack-columns">
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
    </TaskPageFrame>
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
    <ul className="spaced" aria-label="Stacks">
      {stacks.map((stack, index) => (
        <StackCard key={stack.id} stack={stack} openAtFirst={index === 0} onChanged={onChanged} />
      ))}
    </ul>
  );
}
