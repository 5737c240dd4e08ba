import {
  CheckCircledIcon,
  CopyIcon,
  Cross2Icon,
  FileTextIcon,
  LayersIcon,
  Link2Icon,
  PaperPlaneIcon,
  Pencil1Icon,
  ReaderIcon,
  TrashIcon,
  UploadIcon,
} from "@radix-ui/react-icons";
import { Button, DropdownMenu, Progress, Skeleton, Spinner, Text } from "@radix-ui/themes";
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { fileNamesMessage } from "../../../core/rules/files/file-name.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { dashboardPath, evaluatorPath } from "../../../server/contract/pages.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { renewTask, useInstructedClasses, useOpenTask } from "../../calls/calls.ts";
import { CheckField } from "../../components/choices.tsx";
import { FormFailure, QuietButton, TextInput } from "../../components/controls.tsx";
import type { MenuProps } from "../../components/late-menu.tsx";
import { Answers, Modal, ModalFoot, ModalText } from "../../components/page-parts.tsx";
import { confirmTaskRemoval, downloadTemplate, LinkDialog } from "../../components/task/task-actions.tsx";
import { classGroupLabel, counted, isOverdue } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { useLeaveWarning } from "../../hooks/use-leave-warning.ts";
import { pageData } from "../../page-data.ts";
import { closeDialog, openDialog, toast, useOwnUser } from "../../store.ts";
import { RejectionList } from "../../uploads/rejection-list.tsx";
import type { RejectionGroup } from "../../uploads/rejections.ts";
import { type UploadItem, type UploadOutcome, useUploads } from "../../uploads/use-uploads.ts";
import { endOfToday, fromWallTime, toWallTime } from "../../zoned-time.ts";
import { coursesOf } from "../classes/group-classes.ts";
import { ReleaseDialog } from "../release/release.tsx";
import "./uploads/uploads.css";

/** What can be done with the task. */
export function Menu({ button }: MenuProps) {
  const task = useOpenTask();
  const user = useOwnUser();
  const navigate = useNavigate();

  function remove(): void {
    confirmTaskRemoval(task, { verb: "Delete", onRemoved: () => void navigate(dashboardPath(user.id)) });
  }

  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Item asChild>
          <Link to={evaluatorPath(task.id)}>
            <ReaderIcon /> Open Task
          </Link>
        </DropdownMenu.Item>
        {instructs(task) && (
          <>
            <DropdownMenu.Item asChild>
              <Link to={`/edit-task/${task.id}`}>
                <Pencil1Icon /> Edit Task
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => openDialog(<CopyDialog task={task} />)}>
              <CopyIcon /> Copy to Other Groups
            </DropdownMenu.Item>
          </>
        )}
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={() => openDialog(<LinkDialog taskId={task.id} />)}>
          <Link2Icon /> Generate Link
        </DropdownMenu.Item>
        {instructs(task) && (
          <DropdownMenu.Item onSelect={() => openDialog(<UploadDialog task={task} />)}>
            <UploadIcon /> Upload File
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item onSelect={() => void downloadTemplate(task.id)}>
          <FileTextIcon /> Get Template
        </DropdownMenu.Item>
        {instructs(task) && (
          <>
            <DropdownMenu.Item asChild>
              <Link to={`/stacks/${task.id}`}>
                <LayersIcon /> Scanned Stacks
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => openDialog(<ReleaseDialog taskId={task.id} />)}>
              <PaperPlaneIcon /> Release Grades
            </DropdownMenu.Item>
            <DropdownMenu.Separator />
            <DropdownMenu.Item color="red" onSelect={remove}>
              <TrashIcon /> Delete Task
            </DropdownMenu.Item>
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function CopyDialog({ task }: { readonly task: Task }) {
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
  const form = useForm(start, {
    check: () => [],
    async send(fields) {
      const body = { classIds: [...fields.chosen], dueDate: fromWallTime(fields.due, timezone) ?? "" };
      toast((await call("copyTask", { params: { taskId: task.id }, body })).message);
      closeDialog();
    },
  });
  const { chosen } = form.fields;

  function choose(id: string, on: boolean): void {
    form.change({ chosen: on ? [...chosen, id] : chosen.filter((each) => each !== id) });
  }

  if (groups.length === 0) {
    return (
      <Text as="p" size="2">
        You have no other group. <Link to="/create-class">Add one first</Link>.
      </Text>
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
      <FormFailure>{form.failure}</FormFailure>
      <ModalFoot close="Cancel">
        <Button type="submit" aria-disabled={form.busy} data-disabled={form.busy || undefined}>
          {form.busy && <Spinner />}
          {chosen.length === 0 ? "Copy" : `Copy to ${counted(chosen.length, "Group")}`}
        </Button>
      </ModalFoot>
    </form>
  );
}

const LEAVE_UPLOAD = {
  title: "Stop the upload?",
  text: "Files are still on their way. If you leave this page now, files that are not marked as uploaded are lost.",
  action: "Stop and leave",
} as const;

const CANCELLED = "Upload cancelled. Upload again to send what is not marked as uploaded.";

function UploadDialog({ task }: { readonly task: Task }) {
  const uploads = useUploads(task, { merge: false });
  const [problem, setProblem] = useState<string | null>(null);
  useLeaveWarning(uploads.sending, LEAVE_UPLOAD);

  // Leaving the page cancels the upload.
  const cancelUpload = useEffectEvent(() => uploads.cancel());
  useEffect(() => () => cancelUpload(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (uploads.sending) return;
    const obstacle = obstacleOf(uploads.entries);
    setProblem(obstacle);
    if (obstacle === null) uploads.send(report);
  }

  function report({ receipts, rejections, failed, cancelled }: UploadOutcome): void {
    if (receipts.length > 0) {
      toast(TEXTS.files.uploadedByInstructor);
      void renewTask(task.id);
    }
    if (cancelled) setProblem(CANCELLED);
    else if (failed) setProblem(`${TEXTS.files.uploadBroke} ${failed.message}`);
    else if (rejections.length > 0) openDialog(<RejectedFiles groups={rejections} />);
    else closeDialog();
  }

  /** If it were closed meanwhile, the dialog could not say what happened to the files. */
  function stayWhileSending(event: Pick<Event, "preventDefault">): void {
    if (uploads.sending) event.preventDefault();
  }

  function cancel(event: Pick<Event, "preventDefault">): void {
    stayWhileSending(event);
    uploads.cancel();
  }

  return (
    <Modal
      title="Upload Files"
      maxWidth="540px"
      onEscapeKeyDown={stayWhileSending}
      onInteractOutside={(event) => event.preventDefault()}
    >
      <ModalText>
        One file per item, on the task's template, named by student, type and item:{" "}
        <code>12345678_{task.exam_type}[1].png</code>
      </ModalText>
      <form noValidate onSubmit={submit}>
        <ul className="spaced tight">
          {task.answer_keys.map((_, index) => (
            <UploadRow
              // biome-ignore lint/suspicious/noArrayIndexKey: an item's number is its name
              key={index}
              item={index + 1}
              entry={uploads.entries.find(({ item }) => item === index + 1)}
              busy={uploads.sending}
              onChoose={(file) => {
                setProblem(null);
                uploads.choose(index + 1, file);
              }}
              onRemove={() => uploads.remove(index + 1)}
            />
          ))}
        </ul>
        <FormFailure mt="3">{problem}</FormFailure>
        <ModalFoot close="Cancel" onClose={cancel}>
          {/* Not disabled: the focus would leave the dialog. */}
          <Button type="submit" aria-disabled={uploads.sending} data-disabled={uploads.sending || undefined}>
            {uploads.sending ? "Uploading..." : "Upload"}
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  );
}

function RejectedFiles({ groups }: { readonly groups: readonly RejectionGroup[] }) {
  return (
    <Modal title={TEXTS.files.rejectedHeading} aria-describedby={undefined}>
      <RejectionList groups={groups} />
      <ModalFoot />
    </Modal>
  );
}

/** Why nothing can be sent yet, or null. */
function obstacleOf(entries: readonly UploadItem[]): string | null {
  const wrong = entries.flatMap((entry) => (entry.state === "wrong" ? [entry] : []));
  const misnamed = wrong.filter(({ code }) => code === "file-name");
  if (misnamed.length > 0) return fileNamesMessage(misnamed.map(({ file }) => file.name));
  if (wrong[0]) return wrong[0].message;
  return entries.length === 0 ? TEXTS.files.noFiles : null;
}

interface UploadRowProps {
  readonly item: number;
  readonly entry: UploadItem | undefined;
  readonly busy: boolean;
  onChoose(file: File): void;
  onRemove(): void;
}

function UploadRow({ item, entry, busy, onChoose, onRemove }: UploadRowProps) {
  const id = useId();
  return (
    <li className="upload-row" data-state={entry?.state}>
      <label htmlFor={id}>Item {item}</label>
      <span className="box upload-file">
        <span>{entry?.file.name ?? "Choose a picture or a PDF"}</span>
        <input
          id={id}
          type="file"
          accept="image/*,.pdf,application/pdf"
          disabled={busy}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) onChoose(file);
            target.value = "";
          }}
        />
      </span>
      {entry?.state === "taken" && <CheckCircledIcon aria-label="Uploaded" />}
      {entry && entry.state !== "taken" && !busy && (
        <QuietButton label={`Remove the file of item ${item}`} onClick={onRemove}>
          <Cross2Icon />
        </QuietButton>
      )}
      {entry?.state === "sending" && (
        <Progress value={100 * entry.progress} aria-label={`Upload of item ${item}`} className="upload-note" />
      )}
      {entry && "message" in entry && <p className="field-error upload-note">{entry.message}</p>}
    </li>
  );
}
