import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { instructs } from "../../../../core/rules/tasks/roles.ts";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { useOpenTask } from "../../../calls/calls.ts";
import { likeliestChoice, readingLetter } from "../../../components/grading/reading-question.tsx";
import { useMounted } from "../../../hooks/use-mounted.ts";
import { confirmFirst, toast } from "../../../store.ts";
import { entryKey, type GivenHere, ownerText } from "../queue-list.ts";
import { useDraft } from "../review-drafts.tsx";
import { digitKeys, useQueueKeys } from "../use-queue-keys.ts";
import type { SlotChoice } from "./answer-slots.ts";

/** Whether something typed is left that was not sent. */
// biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
export type Settle = () => Promise<boolean | void>;

export interface SettledEntry {
  readonly entry: QueueEntry;
  readonly busy: boolean;
  /** Runs what settles it, then moves on unless something typed is left; fails as `send` does. */
  settle(send: Settle): Promise<void>;
  onGiven(given: GivenHere): void;
}

/** The submission of a page in the queue, as the person who settles it saw it: it may be somebody's by now. */
const NOBODYS = { file_id: null } as const;

/** Why a page could not be settled, and the answer that would be replaced otherwise. */
interface SettleFailure {
  readonly text: string;
  readonly instead: SlotChoice | null;
}

export interface SettleProps extends Pick<SettledEntry, "entry" | "busy"> {
  readonly settling: ReturnType<typeof useSettling>;
}

export function useSettling(given: SettledEntry) {
  const { entry } = given;
  const { failure, attempt } = useAttempt(given);
  const { draft, grade, chooseReading } = useGiving(given, attempt);
  const { mayReject, choose, assign, reject } = usePlacing(given, attempt);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const task = useOpenTask();
  const likeliest = entry.question && likeliestChoice(entry.question);

  /** A digit begins the points that the page gets instead. */
  function startGrade(digit: string): void {
    if (entry.kind !== "file") return;
    draft.change({ points: digit });
    input.current?.focus();
  }

  /** The most likely choice: the reading, or of two pages the later one. */
  function accept(): void {
    const slot = entry.rival && slotOf(entry);
    if (entry.kind === "choice") choose(true);
    else if (likeliest) chooseReading(likeliest.name);
    else if (entry.kind === "page" && slot) assign(slot, true);
    else if (entry.kind === "page") input.current?.focus();
    else if (entry.question === null && entry.reading_grade !== null) grade(entry.reading_grade);
  }

  const readings = (entry.question?.choices ?? []).map(({ name }, index) => {
    return [readingLetter(index).toLowerCase(), () => chooseReading(name)];
  });
  useQueueKeys({
    ...digitKeys(startGrade),
    a: accept,
    ...Object.fromEntries(readings),
    Enter: accept,
    x: reject,
    g: () => entry.kind === "file" && input.current?.focus(),
    "/": () => entry.kind === "page" && input.current?.focus(),
    e: () => void (entry.kind === "file" && navigate(evaluatorPath(task.id, entry.id))),
  });

  return {
    task,
    failure,
    /** What is typed: another grade, in digits, and a comment. */
    draft,
    /** The points that `accept` gives; null for none. */
    proposed: entry.question ? (likeliest?.points ?? null) : entry.reading_grade,
    accept,
    /** The field of that grade, or of the search for an answer. */
    input,
    grade,
    chooseReading,
    choose,
    assign,
    mayReject,
    reject,
  };
}

/** Tries to settle an entry; `slot` is the answer that a page would become, if another one may be in its way. */
type Attempt = (send: Settle, slot?: SlotChoice) => void;

/** Settles an entry once at a time, and says why it failed: in its form, or in a message if another one is in view. */
function useAttempt({ entry, busy, settle }: SettledEntry) {
  const [failure, setFailure] = useState<SettleFailure | null>(null);
  const isMounted = useMounted();

  const attempt: Attempt = (send, slot) => {
    if (busy) return;
    setFailure(null);
    settle(send).catch((error: unknown) => {
      const text = messageOf(error);
      const isTaken = error instanceof ApiError && error.code === "duplicate";
      if (isMounted() && entry.kind !== "choice") setFailure({ text, instead: isTaken ? (slot ?? null) : null });
      else toast(`${entry.kind === "page" ? entry.place : ownerText(entry)}: ${text}`, "error");
    });
  };

  return { failure, attempt };
}

/** Gives a page a grade with the comment that is typed, which comes back if the grade is taken back. */
function useGiving({ entry, onGiven }: SettledEntry, attempt: Attempt) {
  const draft = useDraft(entryKey(entry), { points: "", comment: "" });
  const sent = draft.fields;
  const { comment } = sent;
  const params = { fileId: entry.id };
  // An empty one does not replace the page's comment.
  const typed = comment.trim() === "" ? {} : { comment };

  function give(send: () => Promise<Pick<GivenHere, "text" | "takeBack">>): void {
    attempt(async () => {
      const { text, takeBack } = await send();
      const isLeft = draft.forget(sent);
      onGiven({
        entry,
        text: `${ownerText(entry)}: ${text}`,
        async takeBack() {
          await takeBack();
          if (!isLeft) draft.change({ comment });
        },
      });
      return isLeft;
    });
  }

  return {
    draft,
    grade(total: number): void {
      give(async () => {
        const { file, before } = await call("updateGrade", { params, body: { total_grade: total, ...typed } });
        const seen = { total_grade: file.total_grade, comment: file.comment };
        const body = { total_grade: before.total_grade, comment: before.comment ?? "", seen };
        return {
          text: `${total} of ${entry.maximum_grade}.`,
          takeBack: () => call("updateGrade", { params, body }),
        };
      });
    },
    chooseReading(reading: string): void {
      const points = entry.question?.choices.find(({ name }) => name === reading)?.points ?? null;
      // Its button is disabled; its key does nothing either.
      if (points === null) return;
      give(async () => {
        const done = await call("chooseReading", { params, body: { reading, ...typed } });
        return {
          text: `${done.total_grade} of ${entry.maximum_grade}. ${done.reading}`,
          takeBack: () => call("takeBackReading", { params }),
        };
      });
    },
  };
}

/** Says whose a page is, which of two counts, or that it is taken out. */
function usePlacing({ entry, busy, settle }: SettledEntry, attempt: Attempt) {
  const { kind, id, place, rival } = entry;
  const task = useOpenTask();
  // Graders decide which page counts, but take none out.
  const mayReject = kind === "choice" || instructs(task);

  /** Says of a page that came after another one whether it counts. */
  function choose(counts: boolean): void {
    const counting = rival?.counts ? rival.file_id : id;
    attempt(async () => {
      const { message } = await call("settleHandIn", { params: { fileId: id }, body: { counts, counting } });
      toast(`${ownerText(entry)}: ${message}`);
    });
  }

  function assign(slot: SlotChoice, replace: boolean): void {
    const body = { ...NOBODYS, student_id: slot.student_id, item_number: slot.item_number, replace };
    attempt(async () => toast((await call("assignStackPage", { params: { pageId: id }, body })).message), slot);
  }

  async function takeOut(): Promise<void> {
    const { message } =
      kind === "file"
        ? await call("deleteFile", { params: { fileId: id } })
        : await call("rejectStackPage", { params: { pageId: id }, body: NOBODYS });
    toast(message);
  }

  function reject(): void {
    if (busy || !mayReject) return;
    if (kind === "choice") return void choose(false);
    confirmFirst({
      title: `Take ${place} out?`,
      text:
        kind === "file"
          ? `${TEXTS.files.deleteConfirmation} Any other upload of this student and item is removed as well.`
          : "It can be put back on the page of its stack.",
      action: "Take out",
      run: () => settle(takeOut),
    });
  }

  return { mayReject, choose, assign, reject };
}

/** The answer that a page names itself, or null. */
export function slotOf({ student_id, student_name, item_number }: QueueEntry): SlotChoice | null {
  if (student_id === null || item_number === null) return null;
  return { student_id, student_name, item_number, missing: false };
}
