import { CheckCircledIcon, DownloadIcon, ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { useEffect, useRef } from "react";
import { TEMPLATE_FILE_NAME } from "../../../../core/rules/files/file-name.ts";
import { conventionalName } from "../../../../core/rules/files/upload-check.ts";
import { typedStudentId } from "../../../../core/rules/students/student-id.ts";
import { itemList } from "../../../../core/rules/tasks/item-list.ts";
import { studentUploadPath } from "../../../../server/contract/pages.ts";
import type { Receipt } from "../../../../server/contract/results/file.ts";
import { MORE_TIME } from "../../../../server/contract/results/hand-in.ts";
import type { PublicTask } from "../../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { pathOf } from "../../../api.ts";
import { linksOf, mergeReceipts, receiptsOf, studentOf } from "../../../uploads/receipt.ts";
import { RejectionList } from "../../../uploads/rejection-list.tsx";
import type { RejectionGroup } from "../../../uploads/rejections.ts";
import type { UploadItem } from "../../../uploads/use-uploads.ts";
import { doubtfulItems, Legibility, type Legible, useLegibility } from "../legibility.tsx";
import { adviceFor } from "./entry-advice.ts";
import { missingWords, outcomeWords } from "./hand-in-words.ts";
import { ItemInput } from "./item-input.tsx";
import { type HandInOptions, useHandIn } from "./use-hand-in.ts";

interface UploadFormProps extends HandInOptions {
  readonly receipts: readonly Receipt[];
  /** Nothing can be handed in any more: only what happened to the files is shown. */
  readonly closed: boolean;
}

/**
 * Student ID, an input for each item, and the template. The server renders it, too: without this script the browser
 * sends it, and the server answers with the page that says what happened.
 */
export function UploadForm(props: UploadFormProps) {
  const { task, uploads, receipts, closed, sent: made, studentId } = props;
  const handIn = useHandIn(props);
  const { before, entries, rejections } = handIn;
  const type = task.exam_type;
  const proven = receiptsOf(receipts, studentId);
  const legible = useLegibility(proven);
  const received = proven.filter(({ item_number: item }) => !legible.gone.includes(item));
  const doubtful = doubtfulItems(proven, legible);

  const [link = null] = task.show_legibility && !task.closed ? linksOf(proven) : [];

  const legibility = <Legibility {...legible} link={link} busy={uploads.sending} onReplace={handIn.replace} />;
  const success = (taken: readonly Receipt[], onAgain: (() => void) | null) => (
    <Success
      taken={taken}
      receipts={receipts}
      legible={legible}
      items={task.items}
      closed={closed}
      final={!task.allow_replacements}
      onAgain={onAgain}
    />
  );
  if (handIn.finished) {
    const taken = entries.flatMap((entry) => (entry.state === "taken" ? [entry.receipt] : []));
    return (
      <>
        {success(taken, handIn.startAgain)}
        {legibility}
      </>
    );
  }
  if (closed) return entries.length > 0 && <Outcomes entries={entries} />;

  const path = studentUploadPath(task.id);
  return (
    <>
      {before.taken.length > 0 && rejections.length === 0 && success(before.taken, null)}
      {legibility}
      {rejections.length > 0 && (
        <RejectedDialog
          groups={rejections}
          inPage={rejections === before.rejections}
          onClose={handIn.closeRejections}
        />
      )}
      <form
        ref={handIn.form}
        className="spaced"
        noValidate
        method="post"
        encType="multipart/form-data"
        action={made.hasMoreTime ? `${path}?${MORE_TIME}` : path}
        data-live={handIn.isLive}
        onSubmit={handIn.submit}
      >
        <input type="hidden" name="hand_in" value={made.secret} />
        <input type="hidden" name="receipts" value={made.receipts.flatMap(({ token }) => token ?? []).join()} />
        <TemplateCard task={task} />
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
              onChange={(event) => handIn.enterStudentId(typedStudentId(event.target.value))}
            />
          </label>
          {/* A file without a response may have been handed in. */}
          {received.length > 0 &&
            legible.gone.length === 0 &&
            !uploads.sending &&
            !entries.some(({ unanswered }) => unanswered) && (
              <p className="hint">
                {missingWords(
                  task.items,
                  received.map((receipt) => receipt.item_number),
                  doubtful,
                )}
              </p>
            )}
          <ol className="spaced">
            {task.items.map((item) => {
              const entry = entries.find((each) => each.item === item);
              return (
                <ItemInput
                  key={item}
                  item={item}
                  names={task.item_names?.find((names) => names.item === item)?.text ?? null}
                  question={task.questions?.find((question) => question.item === item) ?? null}
                  entry={entry}
                  codeAdvice={handIn.codeAdvice(item)}
                  advice={entry ? adviceFor(entry, { studentId, type }) : null}
                  busy={uploads.sending}
                  final={!task.allow_replacements}
                  receivedAt={received.find((receipt) => receipt.item_number === item)?.received_at ?? null}
                  onChoose={(file) => handIn.choose(item, file)}
                  onRename={() => entry && handIn.rename(item, entry.file)}
                  onRemove={() => handIn.remove(item)}
                  onRetry={() => entry && handIn.retry(entry)}
                />
              );
            })}
          </ol>
          {handIn.problem && (
            <p className="wrong" role="alert">
              <ExclamationTriangleIcon aria-hidden />
              <span>{handIn.problem}</span>
            </p>
          )}
          {/* Not disabled, and focused when Cancel disappears: otherwise the keyboard would start at the top of the page. */}
          <button
            ref={handIn.submitButton}
            type="submit"
            className="button primary submit"
            aria-disabled={uploads.sending}
          >
            {uploads.sending ? "Uploading..." : "Submit Files"}
          </button>
          {uploads.sending && (
            <button type="button" className="button cancel" onClick={handIn.cancel}>
              Cancel
            </button>
          )}
          <NamingNote
            example={conventionalName("a.png", { studentId: "12345678", type, item: task.items[0] ?? 1 })}
            isNeeded={entries.some((entry) => entry.state === "wrong" && entry.code === "file-name")}
          />
        </section>
      </form>
    </>
  );
}

/** Students need it only if a name is wrong: this page names their files. */
function NamingNote({ example, isNeeded }: { readonly example: string; readonly isNeeded: boolean }) {
  return (
    <details className="hint naming" open={isNeeded}>
      <summary>How files are named</summary>
      <p>This page names your files by the convention</p>
      <code>idnumber_typeOfActivity[itemNumber].png</code>
      <p>For this task, for example:</p>
      <code>{example}</code>
    </details>
  );
}

function TemplateCard({ task }: { readonly task: PublicTask }) {
  return (
    <section className="card template">
      <div>
        <h2>Draw on the template</h2>
        <p className="hint">Print it, draw one item a page, and keep the QR code and the border in the picture.</p>
        {task.own_paper && <p className="hint">Your own paper is taken, too: write your name on it.</p>}
      </div>
      <a className="button" href={pathOf("getTemplate", { params: { taskId: task.id } })} download={TEMPLATE_FILE_NAME}>
        <DownloadIcon aria-hidden />
        Download Template
      </a>
    </section>
  );
}

interface RejectedDialogProps {
  readonly groups: readonly RejectionGroup[];
  /** It came with the page, in its place there: a dialog over the page needs a script. */
  readonly inPage: boolean;
  onClose(): void;
}

function RejectedDialog({ groups, inPage, onClose }: RejectedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // The browser's own dialog keeps the focus and closes with Escape, but must be opened by a call.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  return (
    <dialog ref={dialog} open={inPage} className="spaced" onClose={onClose} aria-labelledby="rejected">
      <h2 id="rejected">{TEXTS.files.rejectedHeading}</h2>
      <RejectionList groups={groups} />
      <form method="dialog">
        <button type="submit" className="button primary">
          Close
        </button>
      </form>
    </dialog>
  );
}

/** For a panel in place of the form that had the focus: it must not be above the visible part. */
function useShownPanel() {
  const panel = useRef<HTMLElement>(null);

  // The form is gone, and with it what the student was looking at.
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: "center" });
  }, []);

  return panel;
}

function Outcomes({ entries }: { readonly entries: readonly UploadItem[] }) {
  const panel = useShownPanel();
  return (
    <section ref={panel} tabIndex={-1} className="card outcomes" role="status">
      <h2>What happened to your files</h2>
      <ul className="spaced">
        {entries.map((entry) => (
          <li key={entry.item} data-state={entry.state}>
            {entry.state === "taken" ? <CheckCircledIcon aria-hidden /> : <ExclamationTriangleIcon aria-hidden />}
            <span>
              <strong>Item {entry.item}</strong> {outcomeWords(entry)} <small>{entry.file.name}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SuccessProps {
  readonly taken: readonly Receipt[];
  readonly receipts: readonly Receipt[];
  readonly legible: Legible;
  readonly items: readonly number[];
  readonly closed: boolean;
  /** A received file cannot be replaced. */
  readonly final: boolean;
  /** Null: the form is still there. */
  readonly onAgain: (() => void) | null;
}

function Success({ taken, receipts, legible, items, closed, final, onAgain }: SuccessProps) {
  const panel = useShownPanel();
  const known = mergeReceipts(receipts, taken);
  const students = [...new Set(taken.map(studentOf))].map((student) => ({ student, own: receiptsOf(known, student) }));
  const doubtful = doubtfulItems(
    students.flatMap(({ own }) => own),
    legible,
  );
  const isFine = doubtful.length === 0;
  const Icon = isFine ? CheckCircledIcon : ExclamationTriangleIcon;

  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={`card centred notice ${isFine ? "success" : "doubtful"}`}
      role="status"
    >
      <Icon width="40" height="40" aria-hidden />
      <h2>{isFine ? "Files Uploaded Successfully!" : "Files received, but look again"}</h2>
      <p>{isFine ? "Thank you for your submission." : "What may be wrong is written below."}</p>
      {students.map(({ student, own }) => {
        const received = own.map((receipt) => receipt.item_number);
        return (
          <p key={student} className="state">
            {student}: received {itemList(received)}. {missingWords(items, received, doubtful)}
          </p>
        );
      })}
      {!closed && !final && <p>Until the due date, a new file for an item replaces the earlier one.</p>}
      <p>Your teacher will look at your answers next.</p>
      {!closed && onAgain && (
        <button type="button" className="button" onClick={onAgain}>
          Submit another file
        </button>
      )}
    </section>
  );
}
