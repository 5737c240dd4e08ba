import { TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, Spinner } from "@radix-ui/themes";
import { type FormEvent, useId, useRef, useState } from "react";
import type { Extension, Task } from "../../../../server/contract/tasks/task.ts";
import { call, messageOf } from "../../../api.ts";
import { renewTask, useCall } from "../../../calls/calls.ts";
import { FormFailure, QuietButton, SmallButton, TextInput } from "../../../components/controls.tsx";
import { IdsShown } from "../../../components/grading/names-hidden.tsx";
import { Answers, Loading, Modal, ModalFoot, ModalText } from "../../../components/page-parts.tsx";
import { counted, formatDate } from "../../../format.ts";
import { pageData } from "../../../page-data.ts";
import { toast } from "../../../store.ts";
import { fromWallTime, toWallTime } from "../../../zoned-time.ts";
import { findStudents, nextDay, readStudents } from "./extension-form.ts";
import "./extensions-dialog.css";

export function ExtensionsDialog({ task }: { readonly task: Task }) {
  const params = { taskId: task.id };
  const listed = useCall("getExtensions", { params }, { live: task.id });
  const roster = useCall("getRoster", { params: { classId: task.class_id } });
  const { timezone } = pageData().site;
  const [students, setStudents] = useState("");
  const [until, setUntil] = useState(() => toWallTime(nextDay(task.due_date), timezone));
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const people = useId();
  const input = useRef<HTMLInputElement>(null);

  async function save(ids: readonly string[], dueDate: string | null): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      const { message } = await call("setExtensions", { params, body: { student_ids: [...ids], due_date: dueDate } });
      toast(message);
      await renewTask(task.id);
      return true;
    } catch (error) {
      setFailure(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { ids, wrong } = readStudents(students, roster.data?.students ?? []);
    const dueDate = fromWallTime(until, timezone);
    if (wrong.length > 0) return setFailure(`Not in the class: ${wrong.join(", ")}.`);
    if (ids.length === 0) return setFailure("Choose a student.");
    if (dueDate === null) return setFailure("Due Date is required.");
    if (!(await save(ids, dueDate))) return;
    setStudents("");
    input.current?.focus();
  }

  function change({ student_id, due_date }: Extension): void {
    setStudents(student_id);
    setUntil(toWallTime(due_date, timezone));
    input.current?.focus();
  }

  return (
    <Modal title="Extensions" maxWidth="640px">
      <ModalText>
        Students with a later due date than {formatDate(task.due_date)}. The student page does not reveal who they are;
        their pages are marked as late.
      </ModalText>
      <IdsShown task={task} because="you choose the student." />
      <form className="fields extension-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Student"
          hint="Several with commas between them"
          ref={input}
          list={people}
          autoComplete="off"
          placeholder="ID or name"
          value={students}
          onChange={(event) => setStudents(event.target.value)}
        />
        <datalist id={people}>
          {findStudents(roster.data?.students ?? [], students).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
        <TextInput
          label="Until"
          type="datetime-local"
          value={until}
          hint={`By the clock of ${timezone}`}
          onChange={(event) => setUntil(event.target.value)}
        />
        <Button type="submit" size="3" disabled={busy || roster.data === null}>
          {busy && <Spinner />}
          Save
        </Button>
        <FormFailure>{failure}</FormFailure>
      </form>
      <Answers to={[listed, roster]} waiting={<Loading words="Loading the extensions" />}>
        {({ extensions }) =>
          extensions.length === 0 ? (
            <p className="muted extension-list">Nobody has an extension.</p>
          ) : (
            <ul className="rows scroll extension-list" aria-label="Extensions">
              {extensions.map((extension) => (
                <li key={extension.student_id} className="row between">
                  <span>
                    <strong>{extension.student_id}</strong> {extension.student_name}
                  </span>
                  <span className="row">
                    <time dateTime={extension.due_date}>{formatDate(extension.due_date)}</time>
                    {extension.ended && <Badge color="gray">Ended</Badge>}
                    {extension.late_files > 0 && (
                      <Badge color="amber">{counted(extension.late_files, "late file")}</Badge>
                    )}
                  </span>
                  <span className="line">
                    <SmallButton
                      aria-label={`Change the extension of ${extension.student_id}`}
                      onClick={() => change(extension)}
                    >
                      Change
                    </SmallButton>
                    <QuietButton
                      size="1"
                      disabled={busy}
                      label={`Remove the extension of ${extension.student_id}`}
                      onClick={() => void save([extension.student_id], null)}
                    >
                      <TrashIcon />
                    </QuietButton>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Answers>
      <ModalFoot />
    </Modal>
  );
}
