import { ClockIcon, PersonIcon, QuestionMarkCircledIcon } from "@radix-ui/react-icons";
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isStudentId } from "../../../core/rules/students/student-id.ts";
import { MORE_TIME } from "../../../server/contract/results/hand-in.ts";
import type { PublicTask } from "../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { ApiError, call, PATIENCE, pathOf } from "../../api.ts";
import { Logo } from "../../components/logo.tsx";
import { formatDate, taskTypeLabel } from "../../format.ts";
import { firstAnswer } from "../../page-data.ts";
import { receiptsOf } from "../../uploads/receipt.ts";
import { useUploads } from "../../uploads/use-uploads.ts";
import { UploadForm } from "./form/upload-form.tsx";
import { handInForm, isTooLate } from "./hand-in-form.ts";
import { KeptLinks, Receipts } from "./receipts.tsx";
import { taskIdOf } from "./task-id.ts";
import { keepStudentId, useKeptReceipts } from "./use-kept-receipts.ts";

export function StudentUploadPage({ path }: { readonly path: string }) {
  const taskId = taskIdOf(path);
  const { task, gone, reload } = usePublicTask(taskId);
  return (
    <>
      <header className="row between top">
        <Logo />
        <span className="hint">Submission Page</span>
      </header>
      <main className="spaced">
        {task === null ? (
          <TaskNotFound>
            {!gone && (
              <a className="button" href={path}>
                Try again
              </a>
            )}
          </TaskNotFound>
        ) : (
          <TaskView task={task} gone={gone} reload={reload} />
        )}
      </main>
    </>
  );
}

interface TaskViewProps {
  readonly task: PublicTask;
  /** It was removed while the page was open. */
  readonly gone: boolean;
  reload(): Promise<void>;
}

function TaskView({ task, gone, reload }: TaskViewProps) {
  const form = handInForm();
  const [studentId, setStudentId] = useState(form.studentId);
  const { receipts, keep, links, keepLinks, proofFor, forget } = useKeptReceipts(task);
  const uploads = useUploads(task, { merge: true, onTaken: (added) => keep(added, studentId), proofFor });
  const ownTime = useOwnTime(task.due_date);
  // At the due date the server says whether the task is closed now, or was extended.
  useDueDate(task, reload);
  // Shown to everybody: the page does not know who has an extension, and reveals it to nobody.
  const isRefused = form.hasMoreTime && isTooLate(form);
  const [hasMoreTime, setHasMoreTime] = useState(form.hasMoreTime && !isRefused);
  const [refused, setRefused] = useState(isRefused);
  // Files that were sent in time stay visible until they are done, whatever happens to the task meanwhile.
  const closed = task.closed && (hasMoreTime || !uploads.sending);

  function enterStudentId(typed: string): void {
    setStudentId(typed);
    keepStudentId(task.id, typed);
  }

  function tryWithMoreTime(event: FormEvent): void {
    event.preventDefault();
    setRefused(false);
    setHasMoreTime(true);
  }

  function removeAll(): void {
    // At once: the browser must not ask about files that the student has agreed to lose.
    flushSync(uploads.clear);
    forget();
  }

  /** The task may have got more items meanwhile, too. */
  function askAgain(isOver: boolean): void {
    if (isOver) {
      setRefused(hasMoreTime);
      setHasMoreTime(false);
    }
    void reload();
  }

  const overNotice = closed && (
    <Notice icon={<ClockIcon {...LARGE} />} title="Submission Closed" text={TEXTS.task.closed}>
      {hasMoreTime ? (
        <p>Only files of students who were given more time are still taken.</p>
      ) : (
        <form onSubmit={tryWithMoreTime}>
          <button type="submit" className="button" name={MORE_TIME} value="1">
            I was given more time
          </button>
        </form>
      )}
      {refused && <p role="alert">Nothing was taken: this Student ID has no extension.</p>}
    </Notice>
  );
  // What was sent in time and received after the due date comes first.
  const isReceived = uploads.entries.some(({ state }) => state === "taken");

  // Somebody else may have handed in at this computer before.
  const own = isStudentId(studentId) ? receiptsOf(receipts, studentId) : receipts;
  const onRemove = uploads.sending ? null : removeAll;
  const proof =
    own.length > 0 ? (
      <Receipts receipts={own} title={task.title} links={links} onKeepLinks={keepLinks} onRemove={onRemove} />
    ) : (
      links.length > 0 && <KeptLinks links={links} onRemove={onRemove} />
    );
  if (gone && !uploads.sending) {
    return (
      <>
        <TaskNotFound />
        {proof}
      </>
    );
  }
  return (
    <>
      <div className="title">
        <span className="badge">{taskTypeLabel(task.exam_type)}</span>
        <h1>{task.title}</h1>
        <p className={task.closed ? "line due closed" : "line due"}>
          <ClockIcon aria-hidden />
          <span>
            Due {formatDate(task.due_date)}
            {ownTime !== null && `, by your clock ${ownTime}`}
          </span>
        </p>
      </div>
      {!isReceived && overNotice}
      <UploadForm
        task={task}
        sent={form}
        studentId={studentId}
        onStudentId={enterStudentId}
        uploads={uploads}
        receipts={receipts}
        closed={closed && !hasMoreTime}
        onSent={askAgain}
      />
      {isReceived && overNotice}
      {proof}
      <PeopleCards task={task} />
    </>
  );
}

/** A time by this device's clock; null if that shows the installation's time. */
function useOwnTime(time: string): string | null {
  const [own, setOwn] = useState<string | null>(null);
  // The server, which makes the page first, does not know the device's time zone.
  useEffect(() => {
    const here = formatDate(time, Intl.DateTimeFormat().resolvedOptions().timeZone);
    setOwn(here === formatDate(time) ? null : here);
  }, [time]);
  return own;
}

function TaskNotFound({ children }: { readonly children?: ReactNode }) {
  return (
    <Notice icon={<QuestionMarkCircledIcon {...LARGE} />} title="Task Not Found" isPage text={TEXTS.task.removed}>
      {children}
    </Notice>
  );
}

const LARGE = { width: 40, height: 40 };

interface NoticeProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** It is all that the page says. */
  readonly isPage?: boolean;
  readonly text: string;
  readonly children?: ReactNode;
}

function Notice({ icon, title, isPage = false, text, children }: NoticeProps) {
  const Title = isPage ? "h1" : "h2";
  return (
    <section className="card centred notice">
      {icon}
      <Title>{title}</Title>
      <p>{text}</p>
      {children}
    </section>
  );
}

function PeopleCards({ task }: { readonly task: PublicTask }) {
  const { teacher, class: group } = task;
  return (
    <div className="people">
      <section className="card">
        <h2>Teacher Information</h2>
        <div className="line teacher">
          {teacher.profile_image_url === null ? (
            <span className="centred portrait">
              <PersonIcon width="24" height="24" aria-hidden />
            </span>
          ) : (
            <img className="portrait" src={teacher.profile_image_url} alt="" width="48" height="48" />
          )}
          <div>
            <strong>{teacher.name}</strong>
            <a href={`mailto:${teacher.email}`}>{teacher.email}</a>
          </div>
        </div>
      </section>
      <section className="card">
        <h2>Class Information</h2>
        <dl>
          <dt>Course code</dt>
          <dd>{group.class_code}</dd>
          <dt>Group</dt>
          <dd>{group.class_group}</dd>
          <dt>Schedule</dt>
          <dd>{group.class_schedule}</dd>
        </dl>
      </section>
    </div>
  );
}

/** The task as it came with the page; a call that fails later leaves it as it is. */
function usePublicTask(taskId: string) {
  const [state, setState] = useState(() => {
    const first = firstAnswer(pathOf("getPublicTask", { params: { taskId } })) as PublicTask | undefined;
    return { task: first ?? null, gone: handInForm().isGone };
  });
  // An answer that a newer one has overtaken changes nothing.
  const asked = useRef(0);

  const reload = useCallback(async () => {
    const number = ++asked.current;
    try {
      const task = await call("getPublicTask", { params: { taskId } }, { patience: PATIENCE.load });
      if (number === asked.current) setState({ task, gone: false });
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone && number === asked.current) setState((before) => ({ ...before, gone: true }));
    }
  }, [taskId]);

  return { ...state, reload };
}

const TICK = 5000;

/** Asks again when the due date has come, by the server's time: a phone's clock may be wrong by days, or sleep. */
function useDueDate({ closed, due_date, now }: PublicTask, onDue: () => Promise<void>): void {
  // The response closes the page, or brings a later due date.
  useEffect(() => {
    if (closed) return;
    const due = Date.now() + Date.parse(due_date) - Date.parse(now);
    let isAsking = false;
    const timer = setInterval(async () => {
      if (isAsking || Date.now() < due) return;
      isAsking = true;
      await onDue();
      isAsking = false;
    }, TICK);
    return () => clearInterval(timer);
  }, [closed, due_date, now, onDue]);
}
