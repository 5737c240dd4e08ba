import { DownloadIcon, ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { parseFileName, TEMPLATE_FILE_NAME } from "../../../../core/rules/files/file-name.ts";
import { conventionalName } from "../../../../core/rules/files/upload-check.ts";
import { typedStudentId } from "../../../../core/rules/students/student-id.ts";
import { studentUploadPath } from "../../../../server/contract/pages.ts";
import type { Receipt } from "../../../../server/contract/results/file.ts";
import { type HandInForm, MORE_TIME } from "../../../../server/contract/results/hand-in.ts";
import type { PublicTask } from "../../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { type ApiError, FILE_CHANGED, pathOf } from "../../../api.ts";
import { receiptsOf, tokensOf } from "../../../uploads/receipt.ts";
import { type RejectionGroup, rejectionsOf } from "../../../uploads/rejections.ts";
import { isOver, type UploadItem, type UploadOutcome, type Uploads } from "../../../uploads/use-uploads.ts";
import { useCodeChecks } from "../code/use-code-checks.ts";
import { adviceFor, obstacleOf, withStudentId } from "./entry-advice.ts";
import { missingWords } from "./hand-in-words.ts";
import { ItemInput } from "./item-input.tsx";
import { Outcomes } from "./outcomes.tsx";
import { PageNamedFile } from "./page-named-file.ts";
import { RejectedDialog } from "./rejected-dialog.tsx";
import { Success } from "./success.tsx";

const CANCELLED = "Upload cancelled. Submit again to send what is not marked as received.";

interface UploadFormProps {
  readonly task: PublicTask;
  readonly uploads: Uploads;
  /** Everything that this browser knows of. */
  readonly receipts: readonly Receipt[];
  /** Nothing can be handed in any more: only what happened to the files is shown. */
  readonly closed: boolean;
  /** The form as the server made it; null for the next student's. */
  readonly sent: HandInForm | null;
  /** As typed so far. */
  readonly studentId: string;
  onStudentId(typed: string): void;
  /** The server refused because the due date has passed meanwhile, or the task is gone. */
  onOver(): void;
}

/**
 * Student ID, an input for each item, and the template. The server renders it, too: without this script the browser
 * sends it, and the server answers with the page that says what happened.
 */
export function UploadForm(props: UploadFormProps) {
  const { task, uploads, receipts, closed, sent: made, studentId, onStudentId, onOver } = props;
  const [before] = useState(() => formOutcome(made));
  const [problem, setProblem] = useState<string | null>(before.problem);
  const [rejections, setRejections] = useState<readonly RejectionGroup[]>(before.rejections);
  const [finished, setFinished] = useState(false);
  const [isLive, setIsLive] = useState(false);
  const codes = useCodeChecks(task.id);
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const type = task.exam_type;
  const entries = [...uploads.items.values()]
    .map((entry) => withStudentId(entry, studentId))
    .sort((a, b) => a.item - b.item);
  const received = receiptsOf(receipts, studentId);

  // What was typed and chosen before the script came is still in the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    setIsLive(true);
    if (form.current === null) return;
    const typed = typedStudentId(new FormData(form.current).get("student_id") as string);
    if (typed !== studentId) onStudentId(typed);
    for (const input of form.current.querySelectorAll<HTMLInputElement>("input[type=file]")) {
      const file = input.files?.[0];
      if (file) choose(Number(input.dataset.item), file, typed);
      input.value = "";
    }
  }, []);

  /** Names the file if its own name does not follow the convention. */
  function choose(item: number, file: File, id = studentId): void {
    setProblem(null);
    codes.check(item, file);
    const isNamed = parseFileName(file.name, type) !== null;
    uploads.choose(item, isNamed ? file : new PageNamedFile(file, { studentId: id, type, item }));
  }

  function rename(item: number, file: File): void {
    setProblem(null);
    uploads.choose(item, new PageNamedFile(file, { studentId, type, item }));
  }

  function remove(item: number): void {
    setProblem(null);
    codes.forget(item);
    uploads.remove(item);
  }

  function enterStudentId(typed: string): void {
    if (typed === studentId) return;
    onStudentId(typed);
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

  function cancel(): void {
    uploads.cancel();
    submitButton.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (uploads.sending) return;
    void send(entries, uploads.send);
  }

  function report({ receipts, rejections, failure, cancelled }: UploadOutcome, expected: number): void {
    setRejections(rejections);
    if (failure !== null && isOver(failure)) onOver();
    setProblem(cancelled ? CANCELLED : problemOf(failure));
    const before = entries.flatMap((entry) => (entry.state === "taken" ? [entry.receipt] : []));
    // After a retry meanwhile, both may have some.
    const taken = new Set([...before, ...receipts].map((receipt) => receipt.item_number));
    setFinished(failure === null && rejections.length === 0 && taken.size >= expected);
  }

  if (finished) {
    return (
      <Success
        taken={entries.flatMap((entry) => (entry.state === "taken" ? [entry.receipt] : []))}
        receipts={receipts}
        items={task.items}
        closed={closed}
        final={!task.allow_replacements}
        onAgain={() => {
          uploads.clear();
          setFinished(false);
        }}
      />
    );
  }

  if (closed) return entries.length > 0 && <Outcomes entries={entries} />;

  const path = studentUploadPath(task.id);
  return (
    <>
      {before.taken.length > 0 && rejections.length === 0 && (
        <Success
          taken={before.taken}
          receipts={receipts}
          items={task.items}
          closed={closed}
          final={!task.allow_replacements}
          onAgain={null}
        />
      )}
      {rejections.length > 0 && (
        <RejectedDialog
          groups={rejections}
          inPage={rejections === before.rejections}
          onClose={() => setRejections([])}
        />
      )}
      <form
        ref={form}
        noValidate
        method="post"
        encType="multipart/form-data"
        action={made?.hasMoreTime ? `${path}?${MORE_TIME}` : path}
        data-live={isLive}
        onSubmit={submit}
      >
        {made && <input type="hidden" name="hand_in" value={made.secret} />}
        {made && <input type="hidden" name="receipts" value={tokensOf(made.receipts).join()} />}
        <section className="card">
          <h2>Hand in your files</h2>
          {!task.allow_replacements && (
            <p className="hint">Check each file before you submit it: a file that was received cannot be replaced.</p>
          )}
          <label className="student-id">
            <span>
              Student ID <small>This page names your files by it.</small>
            </span>
            <input
              name="student_id"
              inputMode="numeric"
              autoComplete="off"
              placeholder="12345678"
              value={studentId}
              readOnly={uploads.sending}
              onChange={(event) => enterStudentId(typedStudentId(event.target.value))}
            />
          </label>
          {/* A file without a response may have been handed in. */}
          {received.length > 0 && !uploads.sending && !entries.some(({ unanswered }) => unanswered) && (
            <p className="hint">
              {missingWords(
                task.items,
                received.map((receipt) => receipt.item_number),
              )}
            </p>
          )}
          <ol className="items">
            {task.items.map((item) => {
              const entry = entries.find((each) => each.item === item);
              return (
                <ItemInput
                  key={item}
                  item={item}
                  entry={entry}
                  codeAdvice={codes.adviceFor(item)}
                  advice={entry ? adviceFor(entry, { studentId, type }) : null}
                  busy={uploads.sending}
                  final={!task.allow_replacements}
                  receivedAt={received.find((receipt) => receipt.item_number === item)?.received_at ?? null}
                  onChoose={(file) => choose(item, file)}
                  onRename={() => entry && rename(item, entry.file)}
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
          {/* Not disabled, and focused when Cancel disappears: otherwise the keyboard would start at the top of the page. */}
          <button ref={submitButton} type="submit" className="button primary submit" aria-disabled={uploads.sending}>
            {uploads.sending ? "Uploading..." : "Submit Files"}
          </button>
          {uploads.sending && (
            <button type="button" className="button" onClick={cancel}>
              Cancel
            </button>
          )}
          <NamingNote example={conventionalName("a.png", { studentId: "12345678", type, item: task.items[0] ?? 1 })} />
        </section>
        <TemplateCard taskId={task.id} />
      </form>
    </>
  );
}

/** How files are named: the page does it, and files with these names need no Student ID. */
function NamingNote({ example }: { readonly example: string }) {
  return (
    <div className="naming">
      <p>This page names your files by the convention</p>
      <code>idnumber_typeOfActivity[itemNumber].png</code>
      <p>For this task, for example:</p>
      <code className="example">{example}</code>
    </div>
  );
}

function TemplateCard({ taskId }: { readonly taskId: string }) {
  return (
    <section className="card template">
      <div>
        <h2>Draw on the template</h2>
        <p className="hint">Print it, draw one item a page, and keep the QR code and the border in the picture.</p>
      </div>
      <a className="button" href={pathOf("getTemplate", { params: { taskId } })} download={TEMPLATE_FILE_NAME}>
        <DownloadIcon aria-hidden />
        Download Template
      </a>
    </section>
  );
}

/** What happened to the form that was sent before this page. */
function formOutcome(form: HandInForm | null) {
  const sent = form?.sent ?? null;
  const nothing = { taken: [], rejections: [], problem: null };
  if (sent === null) return nothing;
  if ("refusal" in sent) return { ...nothing, problem: sent.refusal.code === "closed" ? null : sent.refusal.message };
  return { taken: sent.answer.files_uploaded, rejections: rejectionsOf(sent.answer, { merge: true }), problem: null };
}

/** The message about the whole upload, or null if the items say everything and trying again does not help. */
function problemOf(failure: ApiError | null): string | null {
  return failure === null || failure.code === FILE_CHANGED || isOver(failure) ? null : TEXTS.files.uploadFailed;
}
