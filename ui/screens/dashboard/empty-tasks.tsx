import { CheckIcon, MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useCall } from "../../calls/use-call.ts";

export interface EmptyTasksProps {
  /** There are tasks, but none matches the filters. */
  readonly filtered: boolean;
  onReset(): void;
}

export function EmptyTasks({ filtered, onReset }: EmptyTasksProps) {
  if (!filtered) return <FirstSteps />;
  return (
    <div className="panel empty-state">
      <MagnifyingGlassIcon width="30" height="30" />
      <p>No tasks found matching your filters.</p>
      <Button variant="soft" onClick={onReset}>
        Clear filters
      </Button>
    </div>
  );
}

function FirstSteps() {
  const classes = useCall("getClasses", {});
  const hasClass = (classes.data?.length ?? 0) > 0;
  return (
    <div className="panel empty-state">
      <p>No tasks available. Create a new task to get started.</p>
      <ol className="first-steps">
        <Step done={hasClass} title={<Link to="/create-class">Add a class</Link>}>
          Paste your students' IDs, or choose a class list.
        </Step>
        <Step title={<Link to="/create-task">Create a task</Link>}>
          Type the expression that each circuit should compute, and its points.
        </Step>
        <Step title="Share it">
          Students hand in photos under the task's link, or you scan the sheets that they drew on.
        </Step>
      </ol>
    </div>
  );
}

interface StepProps {
  readonly title: ReactNode;
  readonly done?: boolean;
  readonly children: ReactNode;
}

function Step({ title, done = false, children }: StepProps) {
  return (
    <li data-done={done || undefined}>
      <strong>
        {title}
        {done && (
          <span className="first-step-done">
            {" "}
            <CheckIcon aria-hidden /> Done
          </span>
        )}
      </strong>
      <small>{children}</small>
    </li>
  );
}
