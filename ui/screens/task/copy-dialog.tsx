import { Skeleton } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call } from "../../api.ts";
import { useInstructedClasses } from "../../calls/calls.ts";
import { CheckField } from "../../components/choices.tsx";
import { TextInput } from "../../components/controls.tsx";
import { Answers, Modal, ModalSubmit, ModalText, useClosing } from "../../components/page-parts.tsx";
import { classGroupLabel, counted, isOverdue } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { toast } from "../../store.ts";
import { endOfToday, fromWallTime, toWallTime } from "../../zoned-time.ts";
import { coursesOf } from "../classes/group-classes.ts";

/** Copies a task to other groups. */
export function CopyDialog({ task }: { readonly task: Task }) {
  return (
    <Modal title="Copy to Other Groups">
      <ModalText>
        Each group gets its own task with the same items, answer keys and settings, and a link and template of its own.
      </ModalText>
      <Answers to={[useInstructedClasses()]} waiting={<Skeleton height="160px" />}>
        {(classes) => <CopyForm task={task} classes={classes} />}
      </Answers>
    </Modal>
  );
}

function CopyForm({ task, classes }: { readonly task: Task; readonly classes: readonly ClassSummary[] }) {
  const groups = coursesOf(classes).flatMap((course) => course.groups.filter(({ id }) => id !== task.class_id));
  const { timezone } = pageData().site;
  const due = isOverdue(task.due_date) ? endOfToday(timezone) : toWallTime(task.due_date, timezone);
  const start: { readonly chosen: readonly string[]; readonly due: string } = { chosen: [], due };
  const close = useClosing();
  const form = useForm(start, {
    check: () => [],
    async send(fields) {
      const body = { classIds: [...fields.chosen], dueDate: fromWallTime(fields.due, timezone) ?? "" };
      toast((await call("copyTask", { params: { taskId: task.id }, body })).message);
      close();
    },
  });
  const { chosen } = form.fields;

  function choose(id: string, on: boolean): void {
    form.change({ chosen: on ? [...chosen, id] : chosen.filter((each) => each !== id) });
  }

  if (groups.length === 0) {
    return (
      <p>
        You have no other group. <Link to="/create-class">Add one first</Link>.
      </p>
    );
  }
  return (
    <form className="form" noValidate onSubmit={form.submit}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs it */}
      <fieldset className="spaced scroll" tabIndex={0}>
        <legend className="field-label">Groups</legend>
        {groups.map((group) => (
          <CheckField key={group.id} checked={chosen.includes(group.id)} onChange={(on) => choose(group.id, on)}>
            <strong>{classGroupLabel(group)}</strong> {group.class_schedule}
          </CheckField>
        ))}
      </fieldset>
      <TextInput
        label="Due Date"
        type="datetime-local"
        hint={`By the clock of ${timezone}, for all of them.`}
        {...form.input("due")}
      />
      <ModalSubmit
        form={form}
        action={chosen.length === 0 ? "Copy" : `Copy to ${counted(chosen.length, "Group")}`}
        busy="Copying..."
      />
    </form>
  );
}
