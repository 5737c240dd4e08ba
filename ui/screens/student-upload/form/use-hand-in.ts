import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { parseFileName } from "../../../../core/rules/files/file-name.ts";
import { checkUpload } from "../../../../core/rules/files/upload-check.ts";
import { typedStudentId } from "../../../../core/rules/students/student-id.ts";
import type { HandInForm } from "../../../../server/contract/results/hand-in.ts";
import type { PublicTask } from "../../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { type RejectionGroup, rejectionsOf } from "../../../uploads/rejections.ts";
import type { UploadItem, UploadOutcome, Uploads } from "../../../uploads/use-uploads.ts";
import { withEntry } from "../../../with-entry.ts";
import { codeAdvice } from "../code/code-advice.ts";
import { keptStudentId } from "../use-kept-receipts.ts";
import { obstacleOf, withStudentId } from "./entry-advice.ts";
import { PageNamedFile } from "./page-named-file.ts";

const CANCELLED = "Upload cancelled. Submit again to send what is not marked as received.";

export interface HandInOptions {
  readonly task: PublicTask;
  readonly uploads: Uploads;
  /** The form as the server made it. */
  readonly sent: HandInForm;
  /** As typed so far. */
  readonly studentId: string;
  onStudentId(typed: string): void;
  /** `isOver`: the server refused because the due date has passed meanwhile, or the task is gone. */
  onSent(isOver: boolean): void;
}

export function useHandIn({ task, uploads, sent, studentId, onStudentId, onSent }: HandInOptions) {
  const [before] = useState(() => formOutcome(sent));
  const [problem, setProblem] = useState<string | null>(before.problem);
  const [rejections, setRejections] = useState<readonly RejectionGroup[]>(before.rejections);
  const [finished, setFinished] = useState(false);
  const [isLive, setIsLive] = useState(false);
  const codes = useCodeChecks(task);
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const type = task.exam_type;
  const entries = uploads.entries
    .filter(({ item }) => task.items.includes(item))
    .map((entry) => withStudentId(entry, studentId));

  // What was typed and chosen before the script came is still in the form; what was typed before a reload is kept.
  // Before anything else is done: "Submit Files", pressed meanwhile, would say that nothing was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useLayoutEffect(() => {
    setIsLive(true);
    if (form.current === null) return;
    const typed = typedStudentId(new FormData(form.current).get("student_id") as string) || keptStudentId(task.id);
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

  /** Sends a picture at once, in place of one that was received. */
  function replace(item: number, file: File): void {
    const named = new PageNamedFile(file, { studentId, type, item });
    setFinished(false);
    codes.check(item, file);
    uploads.choose(item, named);
    if (checkUpload(named, { type, item }) === null) uploads.retry(item, report);
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

  function send(items: readonly UploadItem[], start: (onEnd: typeof report) => void): void {
    const obstacle = obstacleOf(items, studentId);
    const shown = items.find((entry) => entry.state === "wrong" && entry.message === obstacle);
    setProblem(shown ? null : obstacle);
    if (shown) form.current?.querySelector("[data-state=wrong]")?.scrollIntoView({ block: "center" });
    if (obstacle === null) start(report);
  }

  function cancel(): void {
    uploads.cancel();
    submitButton.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!uploads.sending) send(entries, uploads.send);
  }

  function report({ rejections, failed, cancelled, complete }: UploadOutcome): void {
    setRejections(rejections);
    setFinished(complete);
    onSent(failed?.state === "closed");
    // Otherwise the items say everything, or trying again does not help.
    setProblem(cancelled ? CANCELLED : failed?.state === "failed" ? TEXTS.files.uploadFailed : null);
  }

  return {
    before,
    entries,
    problem,
    rejections,
    finished,
    isLive,
    form,
    submitButton,
    codeAdvice: codes.adviceFor,
    choose,
    replace,
    rename,
    remove,
    retry: (entry: UploadItem) => send([entry], (onEnd) => uploads.retry(entry.item, onEnd)),
    enterStudentId,
    submit,
    cancel,
    closeRejections: () => setRejections([]),
    startAgain() {
      uploads.clear();
      setFinished(false);
    },
  };
}

/** What happened to the form that was sent before this page. */
function formOutcome({ sent }: HandInForm) {
  const nothing = { taken: [], rejections: [], problem: null };
  if (sent === null) return nothing;
  if ("refusal" in sent) return { ...nothing, problem: sent.refusal.code === "closed" ? null : sent.refusal.message };
  return { taken: sent.answer.files_uploaded, rejections: rejectionsOf(sent.answer, { merge: true }), problem: null };
}

/** Looks at the chosen pictures before they are sent. A picture that no browser shows, such as a PDF, is not checked. */
function useCodeChecks({ id: taskId, own_paper: ownPaper }: PublicTask) {
  const [advice, setAdvice] = useState<ReadonlyMap<number, string>>(new Map());
  const chosen = useRef(new Map<number, File>());

  function put(item: number, text: string | null): void {
    setAdvice((before) => withEntry(before, item, text));
  }

  async function look(item: number, file: File): Promise<void> {
    const { seeCodes } = await import("../code/see-codes.ts");
    const sight = await seeCodes(file);
    // Another file may have been chosen meanwhile.
    if (chosen.current.get(item) === file) put(item, codeAdvice(sight, { taskId, item, ownPaper }));
  }

  return {
    /** What the student should look at before the picture of an item is sent, or null. */
    adviceFor: (item: number) => advice.get(item) ?? null,
    check(item: number, file: File): void {
      put(item, null);
      chosen.current.set(item, file);
      // A script that does not come is no reason to keep a file.
      if (!/\.pdf$/i.test(file.name)) look(item, file).catch(() => undefined);
    },
    forget(item: number): void {
      put(item, null);
      chosen.current.delete(item);
    },
  };
}
