import { ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { Button, Skeleton } from "@radix-ui/themes";
import { Link, Navigate, useParams } from "react-router-dom";
import { taskPath } from "../../../server/contract/pages.ts";
import type { Stack } from "../../../server/contract/tasks/stack.ts";
import { useCall } from "../../calls/use-call.ts";
import { useTask } from "../../calls/use-task.ts";
import { Answers } from "../../components/answers.tsx";
import { IdsShown } from "../../components/grading/ids-shown.tsx";
import { NamesHidden } from "../../components/grading/names-hidden.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { isTaskGone } from "../../components/task/task-removal.ts";
import { classGroupLabel } from "../../format.ts";
import { toast } from "../../store.ts";
import { DropZone } from "./drop-zone.tsx";
import { StackCard } from "./stack-card.tsx";
import { TemplateTools } from "./template-tools.tsx";
import "./stacks.css";

export function Component() {
  const { taskId = "" } = useParams();
  const task = useTask(taskId, { live: true });
  const stacks = useCall("getStacks", { params: { taskId } }, { live: taskId });
  const queued = (stacks.data?.stacks ?? []).reduce((sum, stack) => sum + stack.queued, 0);
  if (isTaskGone(task)) {
    return <Navigate to="/error" replace state={{ type: "404", message: task.error.message }} />;
  }
  return (
    <div className="page">
      <PageHead
        title="Scanned Stacks"
        text={
          task.data && (
            <>
              <Link to={`/task/${task.data.id}`}>{task.data.title}</Link> · {classGroupLabel(task.data)}{" "}
              <NamesHidden task={task.data} />
            </>
          )
        }
      >
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
      </PageHead>
      <Answers to={[task, stacks]} waiting={<Skeleton height="380px" />}>
        {(known, { stacks: all }) => (
          <>
            <IdsShown task={known} because="you see which student each page went to." />
            <div className="columns stack-columns">
              <DropZone
                taskId={taskId}
                onTaken={({ message, stack }) => {
                  if (stack) toast(message);
                  void stacks.reload();
                }}
              />
              <TemplateTools task={known} />
            </div>
            <StackList stacks={all} />
          </>
        )}
      </Answers>
    </div>
  );
}

function StackList({ stacks }: { readonly stacks: readonly Stack[] }) {
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
        <StackCard key={stack.id} stack={stack} openAtFirst={index === 0} />
      ))}
    </ul>
  );
}
