import {
  ChatBubbleIcon,
  CheckCircledIcon,
  DotsHorizontalIcon,
  Link2Icon,
  PaperPlaneIcon,
  ReaderIcon,
  TableIcon,
} from "@radix-ui/react-icons";
import { Badge, Box, Button, Flex, TabNav } from "@radix-ui/themes";
import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { Link, useLocation, useParams, useSearchParams } from "react-router-dom";
import { assignmentText } from "../../../core/rules/tasks/assignment.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { evaluatorPath, TASK_TABS, type TaskTab, taskPath } from "../../../server/contract/pages.ts";
import { GONE } from "../../api.ts";
import { OpenTask, useOpenTask, useTask, useTaskWork } from "../../calls/calls.ts";
import { DueDate, SharedBy } from "../../components/due-date.tsx";
import { NamesHidden } from "../../components/grading/names-hidden.tsx";
import { lateDialog, lateMenu } from "../../components/late-menu.tsx";
import { Answers, LoadingPart, NotFound } from "../../components/page-parts.tsx";
import { isTaskGone } from "../../components/task/task-actions.tsx";
import { classGroupLabel, counted, taskTypeLabel } from "../../format.ts";
import { hasUnsavedWork } from "../../store.ts";
import { ReviewDrafts } from "../queue/review-drafts.tsx";
import { type NextStep, nextStep } from "./next-step.ts";
import { SubmissionsTab } from "./submissions/submissions-tab.tsx";
import "./task-page.css";

const TaskMenu = lateMenu(() => import("./task-menu.tsx"));
const DIALOGS = {
  share: lateDialog(async () => (await import("../../components/task/link-dialog.tsx")).LinkDialog),
  release: lateDialog(async () => (await import("../release/release.tsx")).ReleaseDialog),
};

export function Component() {
  const { taskId = "" } = useParams();
  const task = useTask(taskId, { live: true });
  // Its parts need these: they load at the same time as the task.
  useTaskWork(taskId);

  const isGone = isTaskGone(task);
  if (isGone && !hasUnsavedWork()) return <NotFound error={task.error} />;
  return (
    <Answers to={[task]} waiting={<LoadingPart words="Loading the task" />}>
      {(data) => (
        <OpenTask key={taskId} value={data}>
          <ReviewDrafts>
            <div className="page">
              {isGone && (
                <p className="field-error" role="alert">
                  {GONE}
                </p>
              )}
              <TaskHead />
              <TaskTabs />
            </div>
          </ReviewDrafts>
        </OpenTask>
      )}
    </Answers>
  );
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
        <h1>{task.title}</h1>
        {task.description !== "" && <p className="muted lines">{task.description}</p>}
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
        <TaskMenu
          button={
            <Button size="3" variant="soft" color="gray" aria-label={`Actions for ${task.title}`}>
              <DotsHorizontalIcon /> Actions
            </Button>
          }
        />
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

/**
 * Opens a dialog, or the tab with the next step, unless that is open. The page gets the focus then: Enter, which accepts
 * a page in Review, would follow the link again.
 */
function NextStepButton({ taskId, step }: { readonly taskId: string; readonly step: NextStep }) {
  const { pathname, search } = useLocation();
  const [Icon, wordsOf] = STEPS[step.kind];
  const words = (
    <>
      <Icon /> {wordsOf("pages" in step ? step.pages : 0)}
    </>
  );
  if (step.kind === "share" || step.kind === "release") {
    const open = DIALOGS[step.kind];
    return (
      <Button size="3" onClick={() => open({ taskId })}>
        {words}
      </Button>
    );
  }
  const tab = step.kind === "grades" ? "grades" : "review";
  const to = step.kind === "open" ? evaluatorPath(taskId) : taskPath(taskId, tab);
  if (pathname + search === to) return null;
  return (
    <Button asChild size="3">
      <Link to={to} onClick={({ currentTarget }) => currentTarget.closest("main")?.focus({ preventScroll: true })}>
        {words}
      </Link>
    </Button>
  );
}

/** The first tab comes with the page, the others when they are first opened. */
const TABS: Readonly<Record<TaskTab, readonly [label: string, Content: ComponentType]>> = {
  submissions: ["Submissions", SubmissionsTab],
  review: ["Review", lazy(async () => ({ default: (await import("../queue/review-tab.tsx")).ReviewTab }))],
  similar: ["Similar", lazy(async () => ({ default: (await import("./similar/similar-tab.tsx")).SimilarTab }))],
  grades: ["Grades", lazy(async () => ({ default: (await import("../gradebook/grades-tab.tsx")).GradesTab }))],
  settings: ["Settings", lazy(async () => ({ default: (await import("./settings/settings-tab.tsx")).SettingsTab }))],
};

/** Where graders find the pages that are assigned to them. */
const TABS_OF_GRADERS = ["submissions", "review", "grades"] as const satisfies readonly TaskTab[];

function TaskTabs() {
  const task = useOpenTask();
  const { queue, requests } = useTaskWork(task.id);
  const [search] = useSearchParams();
  const tabs = instructs(task) ? TASK_TABS : TABS_OF_GRADERS;
  const open = tabs.find((tab) => tab === search.get("tab")) ?? "submissions";
  const [label, Content] = TABS[open];
  const asked = requests.data?.requests.filter(({ answer }) => answer === null) ?? [];
  const waiting = (queue.data?.entries.length ?? 0) + asked.length;
  const strip = useRef<HTMLElement>(null);

  // On a narrow screen the strip scrolls, and the open tab may be outside of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab, and what makes the strip longer
  useEffect(() => {
    const list = strip.current?.querySelector<HTMLElement>(".task-tabs");
    const link = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !link) return;
    const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
    if (inner.left < outer.left || inner.right > outer.right) list.scrollLeft += inner.left - outer.left;
  }, [open, waiting > 0]);

  return (
    <>
      <TabNav.Root aria-label="Parts of the task" className="task-tabs" ref={strip}>
        {tabs.map((tab) => (
          <TabNav.Link key={tab} asChild active={tab === open}>
            <Link to={taskPath(task.id, tab)} preventScrollReset>
              {TABS[tab][0]}
              {tab === "review" && waiting > 0 && (
                <Badge color="amber" radius="full" title="Pages and regrade requests that wait for you">
                  {waiting}
                </Badge>
              )}
            </Link>
          </TabNav.Link>
        ))}
      </TabNav.Root>
      <Suspense fallback={<LoadingPart words={`Loading ${label}`} />}>
        <Content />
      </Suspense>
    </>
  );
}
