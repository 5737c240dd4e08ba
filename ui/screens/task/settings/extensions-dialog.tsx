import { TrashIcon } from "@radix-ui/react-icons";
import { Badge } from "@radix-ui/themes";
import { useId, useRef } from "react";
import type { Extension, Task } from "../../../../server/contract/tasks/task.ts";
import { call } from "../../../api.ts";
import { renewTask, useAction, useCall } from "../../../calls/calls.ts";
import { BusyButton, dimmed, FormFailure, QuietButton, SmallButton, TextInput } from "../../../components/controls.tsx";
import { IdsShown } from "../../../components/grading/names-hidden.tsx";
import { Answers, Loading, Modal, ModalFoot, ModalText } from "../../../components/page-parts.tsx";
import { counted, formatDate } from "../../../format.ts";
import { useForm } from "../../../hooks/use-form.ts";
import { pageData } from "../../../page-data.ts";
import { toast } from "../../../store.ts";
import { fromWallTime, nextDay, toWallTime } from "../../../zoned-time.ts";
import { findStudents, readStudents } from "./extension-form.ts";

export function ExtensionsDialog({ task }: { readonly task: Task }) {
  const params = { taskId: task.id };
  const listed = useCall("getExtensions", { params }, { live: task.id });
  const roster = useCall("getRoster", { params: { classId: task.class_id } });
  const { timezone } = pageData().site;
  const people = useId();
  const input = useRef<HTMLInputElement>(null);
  const known = roster.data?.students ?? [];
  const form = useForm(
    { students: "", until: nextDay(toWallTime(task.due_date, timezone)) },
    {
      check({ students, until }) {
        const { ids, wrong } = readStudents(students, known);
        if (wrong.length > 0) return [{ field: "students", message: `Not in the class: ${wrong.join(", ")}.` }];
        if (ids.length === 0) return [{ field: "students", message: "Choose a student." }];
        return fromWallTime(until, timezone) === null ? [{ field: "until", message: "Due Date is required." }] : [];
      },
      async send({ students, until }) {
        await save(readStudents(students, known).ids, fromWallTime(until, timezone));
        // The next one may be there already.
        if (input.current?.value === students) edit({ students: "" });
      },
    },
  );
  const { busy: removing, run: remove } = useAction(async ({ student_id: id, due_date: due }: Extension) => {
    await save([id], null);
    // One press saves it again.
    if (form.fields.students === "") edit({ students: id, until: toWallTime(due, timezone) });
  });

  async function save(ids: readonly string[], dueDate: string | null): Promise<void> {
    toast((await call("setExtensions", { params, body: { student_ids: [...ids], due_date: dueDate } })).message);
    await renewTask(task.id);
  }

  function edit(part: Partial<typeof form.fields>): void {
    form.change(part);
    input.current?.focus();
  }

  return (
    <Modal title="Extensions" maxWidth="640px">
      <ModalText>
        Students with a later due date than {formatDate(task.due_date)}. The student page does not reveal who they are;
        their pages are marked as late.
      </ModalText>
      <IdsShown task={task} because="you choose the student." />
      <form className="fields" noValidate onSubmit={form.submit}>
        <TextInput
          label="Student"
          hint="Several with commas between them"
          ref={input}
          list={people}
          autoComplete="off"
          placeholder="ID or name"
          {...form.input("students")}
        />
        <datalist id={people}>
          {findStudents(known, form.fields.students).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
        <TextInput label="Until" type="datetime-local" hint={`By the clock of ${timezone}`} {...form.input("until")} />
        <BusyButton type="submit" size="3" busy={form.busy} disabled={roster.data === null}>
          Save
        </BusyButton>
        <FormFailure>{form.failure}</FormFailure>
      </form>
      <Answers to={[listed, roster]} waiting={<Loading words="Loading the extensions" />}>
        {({ extensions }) =>
          extensions.length === 0 ? (
            <p className="muted">Nobody has an extension.</p>
          ) : (
            <ul className="rows scroll" aria-label="Extensions">
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
                      onClick={() =>
                        edit({ students: extension.student_id, until: toWallTime(extension.due_date, timezone) })
                      }
                    >
                      Change
                    </SmallButton>
                    <QuietButton
                      size="1"
                      {...dimmed(removing)}
                      label={`Remove the extension of ${extension.student_id}`}
                      onClick={() => void remove(extension)}
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
