import {
  CaretDownIcon,
  CaretRightIcon,
  ExclamationTriangleIcon,
  FileTextIcon,
  UploadIcon,
} from "@radix-ui/react-icons";
import { Button, Flex, Progress, Skeleton } from "@radix-ui/themes";
import { useId, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { evaluatorPath, taskPath } from "../../../server/contract/pages.ts";
import type { Stack } from "../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call, pathOf } from "../../api.ts";
import { renewTask, useAction, useCall, useTask } from "../../calls/calls.ts";
import { BusyButton, dimmed, LinkButton } from "../../components/controls.tsx";
import { IdsShown, NamesHidden } from "../../components/grading/names-hidden.tsx";
import { LackingLettersNote } from "../../components/lacking-letters.tsx";
import {
  Answers,
  Bullets,
  Loading,
  Modal,
  ModalFoot,
  NotFound,
  PageHead,
  Panel,
} from "../../components/page-parts.tsx";
import { isTaskGone } from "../../components/task/task-actions.tsx";
import { classGroupLabel, counted, formatDate } from "../../format.ts";
import { saveAnswer } from "../../save-file.ts";
import { confirmFirst, openDialog, toast } from "../../store.ts";
import { UploadDialog } from "../task/uploads/upload-dialog.tsx";
import { DropZone } from "./drop-zone.tsx";
import { countsText, STATE_WORDS, tileText } from "./page-states.ts";
import "./stacks.css";

export function Component() {
  const { taskId = "" } = useParams();
  const task = useTask(taskId, { live: true });
  const stacks = useCall("getStacks", { params: { taskId } }, { live: taskId });
  const queued = (stacks.data?.stacks ?? []).reduce((sum, stack) => sum + stack.queued, 0);
  if (isTaskGone(task)) return <NotFound error={task.error} />;
  return (
    <div className="page">
      <PageHead
        title="Add Pages"
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
            <div className="columns">
              <DropZone
                taskId={taskId}
                onTaken={({ message, stack }) => {
                  if (stack) toast(message);
                  void stacks.reload();
                }}
              />
              <div className="spaced">
                <OneForEachItem task={known} />
                <TemplateTools task={known} />
              </div>
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
      <div className="centred empty-state">
        <p>
          No pages added yet. Print the personal templates, let the class draw on them, scan them and drop the scan
          above, or drop a course system's download.
        </p>
      </div>
    );
  }
  return (
    <ul className="spaced" aria-label="Added pages">
      {stacks.map((stack, index) => (
        <StackCard key={stack.id} stack={stack} openAtFirst={index === 0} />
      ))}
    </ul>
  );
}

function OneForEachItem({ task }: { readonly task: Task }) {
  return (
    <Panel title="One student’s files">
      <p>Choose the file of each item yourself. It counts at once, without Review.</p>
      <Button variant="soft" onClick={() => openDialog(<UploadDialog task={task} />)}>
        <UploadIcon /> Upload Files
      </Button>
    </Panel>
  );
}

function TemplateTools({ task }: { readonly task: Task }) {
  const roster = useCall("getRoster", { params: { classId: task.class_id } });
  const unprintable = useCall("getUnprintable", { params: { taskId: task.id } });
  const { busy, run: download } = useAction(() =>
    saveAnswer(call("getPersonalTemplates", { params: { taskId: task.id } }), `${task.title} - personal templates.pdf`),
  );
  const students = roster.data?.students ?? [];
  const nameless = students.filter(({ name }) => name === "").length;

  return (
    <Panel title="Personal templates">
      <Answers to={[roster]} waiting={null}>
        {() => (
          <p>
            {counted(students.length * task.answer_keys.length, "page")} for {counted(students.length, "student")} and{" "}
            {counted(task.answer_keys.length, "item")}, with name, ID and a signed QR code.
            {nameless > 0 && ` ${counted(nameless, "student")} without a name: the field stays empty.`}{" "}
            <Link to={`/edit-class/${task.class_id}`}>Import names</Link>
          </p>
        )}
      </Answers>
      <BusyButton busy={busy} icon={<FileTextIcon />} disabled={students.length === 0} onClick={() => void download()}>
        {busy ? "Preparing..." : "Download the templates"}
      </BusyButton>
      {unprintable.data && <LackingLettersNote {...unprintable.data.templates} />}
    </Panel>
  );
}

function StackCard({ stack, openAtFirst }: { readonly stack: Stack; readonly openAtFirst: boolean }) {
  const [open, setOpen] = useState(openAtFirst);
  const id = useId();
  const sorted = stack.pages - stack.waiting;

  function askDelete(): void {
    const lost = stack.queued + stack.waiting;
    const warning = lost > 0 ? ` ${counted(lost, "page")} that nobody has settled will be lost.` : "";
    confirmFirst({
      title: `Delete the stack ${stack.filename}?`,
      text: `Placed pages stay with their students.${warning}`,
      action: "Delete",
      async run() {
        toast((await call("deleteStack", { params: { stackId: stack.id } })).message);
        await renewTask(stack.task_id);
      },
    });
  }

  return (
    <li className="panel box spaced">
      <Flex align="center" gap="3" wrap="wrap">
        <button type="button" className="line stack-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <CaretDownIcon /> : <CaretRightIcon />}
          <strong id={id}>{stack.filename}</strong>
        </button>
        <span className="muted">
          {counted(stack.pages, "page")}, <time dateTime={stack.created_at}>{formatDate(stack.created_at)}</time>
        </span>
        <Button size="1" variant="ghost" color="gray" aria-label={`Delete ${stack.filename}`} onClick={askDelete}>
          Delete
        </Button>
      </Flex>
      <Flex direction="column" gap="2" role="status">
        <span>{countsText(stack)}</span>
        {stack.waiting > 0 && (
          <Progress value={(sorted / stack.pages) * 100} aria-label={`${sorted} of ${stack.pages} pages sorted`} />
        )}
      </Flex>
      {open && <StackPages stack={stack} labelledBy={id} />}
    </li>
  );
}

function StackPages({ stack, labelledBy }: { readonly stack: Stack; readonly labelledBy: string }) {
  const detail = useCall("getStack", { params: { stackId: stack.id } }, { live: stack.task_id });
  return (
    <Answers to={[detail]} waiting={<Loading words="Loading the pages" />}>
      {({ page_list: pages }) => (
        <>
          <ul className="tiles stack-pages" aria-labelledby={labelledBy}>
            {pages.map((page) => (
              <li key={page.id}>
                <button
                  type="button"
                  className={`stack-tile stack-${page.state}`}
                  title={tileText(page)}
                  aria-label={tileText(page)}
                  onClick={() => openDialog(<PageDialog stack={stack} pageId={page.id} />)}
                >
                  {page.position}
                </button>
              </li>
            ))}
          </ul>
          <ul className="note row" aria-hidden="true">
            {Object.entries(STATE_WORDS).map(([state, words]) => (
              <li key={state} className="line">
                <span className={`stack-tile stack-${state}`} /> {words}
              </li>
            ))}
          </ul>
        </>
      )}
    </Answers>
  );
}

const WIDTH = 1200;

function PageDialog({ stack, pageId }: { readonly stack: Stack; readonly pageId: string }) {
  const { data } = useCall("getStack", { params: { stackId: stack.id } }, { live: stack.task_id });
  const page = data?.page_list.find(({ id }) => id === pageId);
  const { busy, run: change } = useAction(async (name: "rejectStackPage" | "restoreStackPage") => {
    const params = { pageId };
    const { message } =
      name === "rejectStackPage"
        ? await call(name, { params, body: { file_id: page?.file_id ?? null } })
        : await call(name, { params });
    toast(message);
    await renewTask(stack.task_id);
  });
  if (!page) return null;
  return (
    <Modal title={tileText(page)} maxWidth="900px" aria-describedby={undefined}>
      <Bullets lines={page.reasons.map(({ message }) => message)} />
      <img
        className="box stack-picture"
        src={pathOf("getStackPicture", { params: { pageId: page.id }, query: { width: WIDTH } })}
        alt={`The page: ${page.place}`}
      />
      <p className="note">{page.place}</p>
      <ModalFoot>
        {page.file_id !== null && (
          <LinkButton to={evaluatorPath(stack.task_id, page.file_id)} variant="soft">
            Open in the evaluator
          </LinkButton>
        )}
        {page.state === "queued" && (
          <LinkButton to={taskPath(stack.task_id, "review")} variant="soft">
            Settle it in Review
          </LinkButton>
        )}
        {(page.state === "rejected" || page.state === "removed") && (
          <Button variant="soft" {...dimmed(busy)} onClick={() => void change("restoreStackPage")}>
            Put it back into the queue
          </Button>
        )}
        {page.state === "queued" && (
          <Button variant="soft" color="red" {...dimmed(busy)} onClick={() => void change("rejectStackPage")}>
            Take the page out
          </Button>
        )}
      </ModalFoot>
    </Modal>
  );
}
