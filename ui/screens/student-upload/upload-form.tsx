import { DownloadIcon, ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { type FormEvent, useRef, useState } from "react";
import { TEMPLATE_FILE_NAME } from "../../../core/rules/file-name.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { conventionalName } from "../../../core/rules/upload-check.ts";
import type { Receipt } from "../../../server/contract/file.ts";
import type { PublicTask } from "../../../server/contract/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { FILE_CHANGED, pathOf } from "../../api.ts";
import type { RejectionGroup } from "../../uploads/rejections.ts";
import { type UploadItem, type UploadOutcome, useUploads } from "../../uploads/use-uploads.ts";
import { adviceFor, obstacleOf, withStudentId } from "./entry-advice.ts";
import { ItemInput } from "./item-input.tsx";
import { PageNamedFile } from "./page-named-file.ts";
import { RejectedDialog } from "./rejected-dialog.tsx";
import { Success } from "./success.tsx";

interface UploadFormProps {
  readonly task: PublicTask;
  /** The server refused because the due date has passed meanwhile. */
  onClosed(): void;
  onTaken(receipts: readonly Receipt[]): void;
}

/** Template, naming convention and an input for each item. */
export function UploadForm({ task, onClosed, onTaken }: UploadFormProps) {
  const uploads = useUploads(task, { merge: true });
  const [studentId, setStudentId] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [rejections, setRejections] = useState<readonly RejectionGroup[]>([]);
  const [finished, setFinished] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const type = task.exam_type;
  const entries = [...uploads.items.values()].map((entry) => withStudentId(entry, studentId));

  function choose(item: number, file: File): void {
    setProblem(null);
    uploads.choose(item, file);
  }

  function remove(item: number): void {
    setProblem(null);
    uploads.remove(item);
  }

  function enterStudentId(typed: string): void {
    if (typed === studentId) return;
    setStudentId(typed);
    setProblem(null);
    for (const { item, file, state } of entries) {
      if (state === "taken" || !(file instanceof PageNamedFile)) continue;
      uploads.choose(item, new PageNamedFile(file.picked, { studentId: typed, type, item }));
    }
  }

  async function send(sent: readonly UploadItem[], start: () => Promise<UploadOutcome>): Promise<void> {
    const obstacle = obstacleOf(sent, studentId);
    const shown = sent.find((entry) => entry.state === "wrong" && entry.message === obstacle);
    setProblem(shown ? null : obstacle);
    if (shown) form.current?.querySelector("[data-state=wrong]")?.scrollIntoView({ block: "center" });
    if (obstacle === null) report(await start(), entries.length);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void send(entries, uploads.send);
  }

  function report({ receipts, rejections, failure }: UploadOutcome, expected: number): void {
    if (receipts.length > 0) onTaken(receipts);
    setRejections(rejections);
    if (failure?.code === "closed") onClosed();
    // The item says so itself, and trying again is no help.
    setProblem(failure === null || failure.code === FILE_CHANGED ? null : TEXTS.files.uploadFailed);
    const taken = entries.filter(({ state }) => state === "taken").length;
    setFinished(failure === null && rejections.length === 0 && taken + receipts.length >= expected);
  }

  if (finished) {
    return (
      <Success
        onAgain={() => {
          uploads.clear();
          setFinished(false);
        }}
      />
    );
  }

  const example = conventionalName("a.png", { studentId: "12345678", type, item: task.items[0] ?? 1 });
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <section className="card template">
        <div>
          <h2>Draw on the template</h2>
          <p className="hint">Print it, draw one item a page, and keep the QR code and the border in the picture.</p>
        </div>
        <a
          className="button"
          href={pathOf("getTemplate", { params: { taskId: task.id } })}
          download={TEMPLATE_FILE_NAME}
        >
          <DownloadIcon aria-hidden />
          Download Template
        </a>
      </section>
      <section className="card">
        <h2>Hand in your files</h2>
        <div className="naming">
          <p>Name each file by this convention:</p>
          <code>idnumber_typeOfActivity[itemNumber].png</code>
          <p>For this task, for example:</p>
          <code className="example">{example}</code>
        </div>
        <label className="student-id">
          <span>
            Student ID <small>so that this page can name your photos</small>
          </span>
          <input
            inputMode="numeric"
            autoComplete="off"
            placeholder="12345678"
            maxLength={LIMITS.studentIdDigits}
            value={studentId}
            readOnly={uploads.sending}
            onChange={(event) => enterStudentId(event.target.value.replace(/\D/g, ""))}
          />
        </label>
        <ol className="items">
          {task.items.map((item) => {
            const entry = entries.find((each) => each.item === item);
            const nameHere = (file: File) => choose(item, new PageNamedFile(file, { studentId, type, item }));
            return (
              <ItemInput
                key={item}
                item={item}
                entry={entry}
                advice={entry ? adviceFor(entry, { studentId, type }) : null}
                busy={uploads.sending}
                onChoose={(file) => choose(item, file)}
                onPhoto={nameHere}
                onRename={() => entry && nameHere(entry.file)}
                onRemove={() => remove(item)}
                onRetry={() => entry && void send([entry], () => uploads.retry(item))}
              />
            );
          })}
        </ol>
        {problem && (
          <p className="wrong" role="alert">
            <ExclamationTriangleIcon aria-hidden />
            <span>{problem}</span>
          </p>
        )}
        <button type="submit" className="button primary submit" disabled={uploads.sending}>
          {uploads.sending ? "Uploading..." : "Submit Files"}
        </button>
      </section>
      {rejections.length > 0 && <RejectedDialog groups={rejections} onClose={() => setRejections([])} />}
    </form>
  );
}
