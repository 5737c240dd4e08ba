import { DownloadIcon, EyeNoneIcon, PaperPlaneIcon } from "@radix-ui/react-icons";
import { Button, Callout, Flex, TextField } from "@radix-ui/themes";
import { type ComponentProps, useState } from "react";
import { taskPath } from "../../../server/contract/pages.ts";
import type { Release, ReleaseStudent } from "../../../server/contract/results/release.ts";
import { call, messageOf } from "../../api.ts";
import { renewTask, useAction, useCall, useOpenTask } from "../../calls/calls.ts";
import { BusyButton, CopyButton, dimmed, LinkButton, SmallButton } from "../../components/controls.tsx";
import {
  Answers,
  Bullets,
  Loading,
  Modal,
  ModalFoot,
  ModalText,
  Pager,
  Scrolling,
  TableHead,
  useClosing,
} from "../../components/page-parts.tsx";
import { counted, formatDate } from "../../format.ts";
import { usePages } from "../../hooks/use-pages.ts";
import { saveAnswer } from "../../save-file.ts";
import { closeDialog, confirmFirst, openDialog, toast } from "../../store.ts";
import { findStudents, mailMatters, openMatters, studentState } from "./release-words.ts";

export function ReleaseDialog({ taskId }: { readonly taskId: string }) {
  const release = useCall("getRelease", { params: { taskId } }, { live: taskId });
  const confirmed = release.data?.confirmed ?? 0;
  const close = useClosing();
  const { busy, run } = useAction(
    async () => {
      const { message } = await call("releaseGrades", { params: { taskId }, body: { confirmed } });
      toast(message);
      close();
      await renewTask(taskId);
    },
    (error) => {
      toast(messageOf(error, "The grades could not be released. Please try again."), "error");
      // What it says may be old by now.
      void renewTask(taskId);
    },
  );

  return (
    <Modal title="Release grades" maxWidth="520px">
      <ModalText>
        Students see their points, comments and marked pages under the link of their receipt, and can ask for a regrade.
        You can take a release back.
      </ModalText>
      <Answers to={[release]} waiting={<Loading size="3" words="Looking at the grades" />}>
        {(data) => (
          <>
            <p>
              <strong>{releasable(data)}</strong>
              {data.released > 0 && ` ${counted(data.released, "grade")} released before.`}
            </p>
            <OpenMatters matters={openMatters(data)} />
          </>
        )}
      </Answers>
      <ModalFoot close={confirmed === 0 ? "Close" : "Cancel"}>
        {confirmed > 0 && (
          <BusyButton busy={busy} onClick={() => void run()}>
            Release {counted(confirmed, "grade")}
          </BusyButton>
        )}
        {release.data && waitsForReview(release.data) && <ReviewButton taskId={taskId} />}
      </ModalFoot>
    </Modal>
  );
}

function releasable({ confirmed, released }: Release): string {
  if (confirmed > 0) return `${counted(confirmed, "confirmed grade")} will be shown.`;
  return released > 0 ? "Every confirmed grade is released." : "No grade is confirmed yet.";
}

/** Nothing can be released, but something can be confirmed. */
function waitsForReview({ confirmed, unconfirmed, unplaced, questions }: Release): boolean {
  return confirmed === 0 && unconfirmed + unplaced + questions > 0;
}

function ReviewButton({ taskId }: { readonly taskId: string }) {
  return (
    <LinkButton to={taskPath(taskId, "review")} onClick={closeDialog}>
      Go to Review
    </LinkButton>
  );
}

interface OpenMattersProps extends ComponentProps<typeof Callout.Root> {
  readonly matters: readonly string[];
}

/** What is not settled yet, as a list; nothing if there is nothing. */
export function OpenMatters({ matters, children, ...callout }: OpenMattersProps) {
  if (matters.length === 0) return null;
  return (
    <Callout.Root color="amber" size="1" mt="3" {...callout}>
      <Bullets lines={matters} />
      {children}
    </Callout.Root>
  );
}

export function ReleaseCard() {
  const task = useOpenTask();
  const release = useCall("getRelease", { params: { taskId: task.id } }, { live: task.id });
  return (
    <Answers to={[release]} waiting={<Loading size="2" words="Looking at the grades" />}>
      {(data) => <ReleaseState data={data} />}
    </Answers>
  );
}

function ReleaseState({ data }: { readonly data: Release }) {
  const task = useOpenTask();
  const { id: taskId } = task;
  return (
    <>
      <p>
        Students see confirmed grades once you release them, under the link of their receipt, also after the due date.
        Pages that you scanned have no receipt: send those students the links of the list.
      </p>
      <p>
        <strong>{counted(data.released, "grade")} released</strong>, {data.confirmed} confirmed and not released,{" "}
        {data.unconfirmed} not confirmed.
      </p>
      <Flex gap="3" wrap="wrap">
        {waitsForReview(data) ? (
          <ReviewButton taskId={taskId} />
        ) : (
          <Button disabled={data.confirmed === 0} onClick={() => openDialog(<ReleaseDialog taskId={taskId} />)}>
            <PaperPlaneIcon /> Release {data.confirmed === 0 ? "Grades" : counted(data.confirmed, "Grade")}
          </Button>
        )}
        {data.last !== null && (
          <Button variant="soft" color="gray" onClick={() => withdrawLast(taskId, data.last!)}>
            <EyeNoneIcon /> Take Back the Last Release
          </Button>
        )}
        {!task.names_hidden && (
          <Button
            variant="soft"
            onClick={() => void saveAnswer(call("getResultLinks", { params: { taskId } }), `${task.title} links.csv`)}
          >
            <DownloadIcon /> Save Links
          </Button>
        )}
      </Flex>
      {data.last !== null && (
        <p className="note">
          Last release: {formatDate(data.last.released_at)}, {counted(data.last.answers, "grade")}.
        </p>
      )}
      <OpenMatters matters={mailMatters(data.students)} mb="3" />
      {task.names_hidden ? (
        <p>While names are hidden, grades are released to all students together, and links are not shown.</p>
      ) : (
        <ReleaseStudents students={data.students} />
      )}
    </>
  );
}

function withdrawLast(taskId: string, last: NonNullable<Release["last"]>): void {
  confirmFirst({
    title: "Take back the last release",
    text: `Students will no longer see the ${counted(last.answers, "grade")} of ${formatDate(last.released_at)}. The grades stay confirmed.`,
    action: "Take Back",
    busy: "Taking back...",
    async run() {
      const body = { released_at: last.released_at };
      toast((await call("withdrawGrades", { params: { taskId }, body })).message);
      await renewTask(taskId);
    },
  });
}

const PER_PAGE = 20;

function ReleaseStudents({ students }: Pick<Release, "students">) {
  const [text, setText] = useState("");
  const found = findStudents(students, text);
  const pages = usePages(found, PER_PAGE);
  if (students.length === 0) return null;
  return (
    <details>
      <summary>Students and their links ({students.length})</summary>
      <TextField.Root
        type="search"
        mb="2"
        placeholder="Search by ID or name"
        aria-label="Search students"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 && <p role="status">No student fits “{text}”.</p>}
      {found.length > 0 && (
        <Scrolling className="table-frame" aria-label="Students">
          <table className="table">
            <TableHead columns={["Student", "Answers"]} buttons="Actions" />
            <tbody>
              {pages.shown.map((student) => (
                <StudentRow key={student.student_id} student={student} />
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      {pages.pages > 1 && <Pager {...pages} />}
    </details>
  );
}

function StudentRow({ student }: { readonly student: ReleaseStudent }) {
  const { id: taskId } = useOpenTask();
  const { student_id: id, student_name: name, link } = student;

  const { busy, run: change } = useAction(async (endpoint: "releaseGrades" | "withdrawGrades") => {
    const body = { student_id: id, ...(endpoint === "releaseGrades" && { confirmed: student.confirmed }) };
    const { message } = await call(endpoint, { params: { taskId }, body }).finally(() => renewTask(taskId));
    toast(message);
  });

  return (
    <tr>
      <th scope="row">
        {id}
        {name !== "" && <small>{name}</small>}
      </th>
      <td>{studentState(student)}</td>
      <td>
        <Flex gap="2" justify="end" wrap="wrap">
          {student.confirmed > 0 && (
            <Button
              size="1"
              {...dimmed(busy)}
              aria-label={`Release to ${id}`}
              onClick={() => void change("releaseGrades")}
            >
              Release
            </Button>
          )}
          {student.released > 0 && (
            <SmallButton {...dimmed(busy)} aria-label={`Hide from ${id}`} onClick={() => void change("withdrawGrades")}>
              Hide
            </SmallButton>
          )}
          {link !== null && <CopyButton text={link} label="Copy Link" done={`The link of ${id} was copied.`} small />}
        </Flex>
      </td>
    </tr>
  );
}
