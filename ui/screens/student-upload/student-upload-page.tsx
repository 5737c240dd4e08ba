import { ClockIcon, QuestionMarkCircledIcon } from "@radix-ui/react-icons";
import { type ReactNode, useEffect, useState } from "react";
import type { PublicTask } from "../../../server/contract/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { Logo } from "../../components/logo.tsx";
import { formatDate, taskTypeLabel } from "../../format.ts";
import { useCall } from "../../use-call.ts";
import { PeopleCards } from "./people-cards.tsx";
import { Receipts } from "./receipts.tsx";
import { StudentSkeleton } from "./student-skeleton.tsx";
import { timeLeft } from "./time-left.ts";
import { UploadForm } from "./upload-form.tsx";
import { useKeptReceipts } from "./use-kept-receipts.ts";

/** A longer wait overflows the browser's timers, and nobody keeps the page open that long. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The public page of a task, where students hand in their files. */
export function StudentUploadPage() {
  const taskId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  const { data: task, error, loading, reload } = useCall("getPublicTask", { params: { taskId } });

  // At the due date the server says whether the task is closed now, or was given more time.
  useEffect(() => {
    if (task === null || task.closed) return;
    const wait = Date.parse(task.due_date) - Date.now();
    if (wait > LONGEST_WAIT) return;
    const timer = setTimeout(() => void reload(), Math.max(wait, 1000));
    return () => clearTimeout(timer);
  }, [task, reload]);

  return (
    <>
      <header className="top">
        <Logo />
        <span>Submission Page</span>
      </header>
      <main>{content()}</main>
    </>
  );

  function content(): ReactNode {
    if (task !== null) return <TaskView task={task} onClosed={() => void reload()} />;
    if (error === null || loading) return <StudentSkeleton />;
    return (
      <Notice icon={<QuestionMarkCircledIcon />} title="Task Not Found" text={TEXTS.task.removed}>
        {error.status !== 404 && (
          <button type="button" className="button" onClick={() => void reload()}>
            Try again
          </button>
        )}
      </Notice>
    );
  }
}

function TaskView({ task, onClosed }: { readonly task: PublicTask; onClosed(): void }) {
  const { receipts, keep } = useKeptReceipts(task.id);
  // Offered to everybody: the page does not know who was given more time, and tells nobody.
  const [hasMoreTime, setHasMoreTime] = useState(false);
  const [refused, setRefused] = useState(false);
  return (
    <>
      <div className="title">
        <span className="badge">{taskTypeLabel(task.exam_type)}</span>
        <h1>{task.title}</h1>
        <p className={task.closed ? "due closed" : "due"}>
          <ClockIcon aria-hidden />
          <span>
            Due {formatDate(task.due_date)}
            {!task.closed && <em>{timeLeft(Date.parse(task.due_date) - Date.now())}</em>}
          </span>
        </p>
      </div>
      {task.closed && (
        <Notice icon={<ClockIcon />} title="Submission Closed" text={TEXTS.task.closed}>
          {hasMoreTime ? (
            <p>Only files of students who were given more time are still taken.</p>
          ) : (
            <button type="button" className="button" onClick={() => setHasMoreTime(true)}>
              I was given more time
            </button>
          )}
          {refused && <p role="alert">The files were not taken: no more time was given for this Student ID.</p>}
        </Notice>
      )}
      {(!task.closed || hasMoreTime) && (
        <UploadForm
          task={task}
          onClosed={() => {
            setRefused(hasMoreTime);
            setHasMoreTime(false);
            onClosed();
          }}
          onTaken={keep}
        />
      )}
      {receipts.length > 0 && <Receipts receipts={receipts} title={task.title} />}
      <PeopleCards task={task} />
    </>
  );
}

interface NoticeProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Notice({ icon, title, text, children }: NoticeProps) {
  return (
    <section className="card notice">
      {icon}
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  );
}
