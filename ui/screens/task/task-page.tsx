import {
  ChatBubbleIcon,
  CheckCircledIcon,
  Link2Icon,
  PaperPlaneIcon,
  ReaderIcon,
  TableIcon,
} from "@radix-ui/react-icons";
import { Badge, Box, Button, Flex, Heading } from "@radix-ui/themes";
import type { ComponentType, ReactNode } from "react";
import { Link, Navigate, useLocation, useParams } from "react-router-dom";
import { assignmentText } from "../../../core/rules/tasks/assignment.ts";
import { evaluatorPath, taskPath } from "../../../server/contract/pages.ts";
import { OpenTask, useOpenTask, useTaskWork } from "../../calls/open-task.ts";
import { useTask } from "../../calls/use-task.ts";
import { CallFailed } from "../../components/answers.tsx";
import { DueDate } from "../../components/due-date.tsx";
import { NamesHidden } from "../../components/grading/names-hidden.tsx";
import { LoadingPart } from "../../components/loading.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { LinkDialog } from "../../components/task/link-dialog.tsx";
import { isTaskGone } from "../../components/task/task-removal.ts";
import { classGroupLabel, counted, taskTypeLabel } from "../../format.ts";
import { openDialog } from "../../store.ts";
import { ReleaseDialog } from "../release/release-dialog.tsx";
import { type NextStep, nextStep } from "./next-step.ts";
import { TaskMenu } from "./task-menu.tsx";
import { TaskTabs } from "./task-tabs.tsx";
import "./task-page.css";

export function Component() {
  const { taskId = "" } = useParams();
  const task = useTask(taskId, { live: true });
  // Its parts need these: they load at the same time as the task.
  useTaskWork(taskId);

  if (isTaskGone(task)) {
    return <Navigate to="/error" replace state={{ type: "404", message: task.error.message }} />;
  }
  if (task.data !== null) {
    return (
      <OpenTask key={taskId} value={task.data}>
        <div className="page">
          <TaskHead />
          <TaskTabs />
        </div>
      </OpenTask>
    );
  }
  if (task.error !== null && !task.loading) {
    return <CallFailed message={task.error.message} onRetry={() => void task.reload()} />;
  }
  return <LoadingPart words="Loading the task" />;
}

function TaskHead() {
  const task = useOpenTask();
  const { files, queue, requests } = useTaskWork(task.id);
  return (
    <div className="row between task-head">
      <Box flexGrow="1" flexBasis="420px" className="spaced tight">
        <p className="muted">
          {classGroupLabel(task)} · {taskTypeLabel(task.exam_type)}
          {task.role !== "owner" && (
            <>
              {" "}
              · <SharedBy of={task} />
            </>
          )}
        </p>
        <Heading as="h1" size="7">
          {task.title}
        </Heading>
        {task.description !== "" && <p className="muted lines task-description">{task.description}</p>}
        <p className="muted row">
          <Badge color={task.status === "Completed" ? "jade" : "gray"}>{task.status}</Badge>
          <DueDate task={task} before="Due " />
          <span>
            {counted(task.total_submissions, "submission")} ({task.reviewed_submissions} graded)
          </span>
          {task.assignment && <span>You grade {assignmentText(task.assignment)}</span>}
          <NamesHidden task={task} />
        </p>
      </Box>
      <Flex gap="2" wrap="wrap" className="task-buttons">
        {queue.data && files.data && requests.data && (
          <NextStepButton
            taskId={task.id}
            step={nextStep(task, queue.data, { files: files.data.files, requests: requests.data.requests })}
          />
        )}
        <TaskMenu />
      </Flex>
    </div>
  );
}

const STEPS = {
  share: [Link2Icon, () => "Share the link"],
  review: [CheckCircledIcon, (pages) => `Review ${counted(pages, "page")}`],
  confirm: [CheckCircledIcon, (pages) => `Confirm ${counted(pages, "grade")}`],
  answer: [ChatBubbleIcon, (pages) => `Answer ${counted(pages, "regrade request")}`],
  open: [ReaderIcon, () => "Open Task"],
  release: [PaperPlaneIcon, (pages) => `Release ${counted(pages, "grade")}`],
  grades: [TableIcon, () => "See the grades"],
} as const satisfies Record<NextStep["kind"], readonly [ComponentType, (pages: number) => string]>;

/** In a dialog, or on the tab that it leads to. */
function NextStepButton({ taskId, step }: { readonly taskId: string; readonly step: NextStep }) {
  const [Icon, wordsOf] = STEPS[step.kind];
  const words = wordsOf("pages" in step ? step.pages : 0);
  if (step.kind === "share" || step.kind === "release") {
    const dialog = step.kind === "share" ? <LinkDialog taskId={taskId} /> : <ReleaseDialog taskId={taskId} />;
    return (
      <Button size="3" onClick={() => openDialog(dialog)}>
        <Icon /> {words}
      </Button>
    );
  }
  return (
    <StepLink
      to={step.kind === "open" ? evaluatorPath(taskId) : taskPath(taskId, step.kind === "grades" ? "grades" : "review")}
    >
      <Icon /> {words}
    </StepLink>
  );
}

/**
 * A link to the tab with the next step, unless that is open. The page gets the focus: Enter, which accepts a page in
 * Review, would follow the link again.
 */
function StepLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  if (pathname + search === to) return null;
  return (
    <Button asChild size="3">
      <Link to={to} onClick={({ currentTarget }) => currentTarget.closest("main")?.focus({ preventScroll: true })}>
        {children}
      </Link>
    </Button>
  );
}
