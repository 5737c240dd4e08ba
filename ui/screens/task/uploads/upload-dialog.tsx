import { CheckCircledIcon, Cross2Icon } from "@radix-ui/react-icons";
import { Button, Progress } from "@radix-ui/themes";
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from "react";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { renewTask } from "../../../calls/calls.ts";
import { dimmed, FormFailure, QuietButton } from "../../../components/controls.tsx";
import { Modal, ModalFoot, ModalText } from "../../../components/page-parts.tsx";
import { useUnsaved } from "../../../hooks/use-leave-warning.ts";
import { pickFile } from "../../../pick-file.ts";
import { closeDialog, openDialog, toast } from "../../../store.ts";
import { RejectionList } from "../../../uploads/rejection-list.tsx";
import type { RejectionGroup } from "../../../uploads/rejections.ts";
import { type UploadItem, type UploadOutcome, useUploads, wrongText } from "../../../uploads/use-uploads.ts";
import "./uploads.css";

const LEAVE_UPLOAD = {
  title: "Stop the upload?",
  text: "Files are still on their way. If you leave this page now, files that are not marked as uploaded are lost.",
  action: "Stop and leave",
} as const;

const CANCELLED = "Upload cancelled. Upload again to send what is not marked as uploaded.";

/** Hands in files for students, one per item. */
export function UploadDialog({ task }: { readonly task: Task }) {
  const uploads = useUploads(task, { merge: false });
  const [problem, setProblem] = useState<string | null>(null);
  useUnsaved(uploads.sending, LEAVE_UPLOAD);

  // Leaving the page cancels the upload.
  const cancelUpload = useEffectEvent(() => uploads.cancel());
  useEffect(() => () => cancelUpload(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (uploads.sending) return;
    const { entries } = uploads;
    const obstacle = entries.length === 0 ? TEXTS.files.noFiles : wrongText(entries);
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
          <Button type="submit" {...dimmed(uploads.sending)}>
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
      <span className="file-zone upload-file">
        <span>{entry?.file.name ?? "Choose a picture or a PDF"}</span>
        <input
          id={id}
          type="file"
          accept="image/*,.pdf,application/pdf"
          disabled={busy}
          onChange={(event) => pickFile(event, onChoose)}
        />
      </span>
      {entry?.state === "taken" && <CheckCircledIcon color="var(--accent-11)" aria-label="Uploaded" />}
      {entry && entry.state !== "taken" && !busy && (
        <QuietButton
          label={`Remove the file of item ${item}`}
          onClick={() => {
            // The button disappears.
            document.getElementById(id)?.focus();
            onRemove();
          }}
        >
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
