import { Button, Callout, Flex } from "@radix-ui/themes";
import { type Ref, useState } from "react";
import { Link } from "react-router-dom";
import type { Queue, QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { IdsShown } from "../../../components/grading/ids-shown.tsx";
import { useMounted } from "../../../hooks/use-mounted.ts";
import { toast } from "../../../store.ts";
import { type SlotChoice, slotText } from "./answer-slots.ts";
import { RosterSearch } from "./roster-search.tsx";

interface SettlePageProps {
  readonly entry: QueueEntry;
  readonly queue: Queue;
  readonly task: Task;
  /** Its settling is in progress. */
  readonly busy: boolean;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Runs what settles it, then moves on; fails as `send` does. */
  settle(send: () => Promise<void>): Promise<void>;
  /** Takes the page out of the stack's answers; shared with the keyboard shortcut. */
  onReject(): void;
}

/** The submission of a page in the queue, as the person who settles it saw it: it may be somebody's by now. */
export const NOBODYS = { file_id: null } as const;

/** A page of a stack that could not be placed: a person assigns it, or takes it out. */
export function SettlePage({ entry, queue, task, busy, searchRef, settle, onReject }: SettlePageProps) {
  const [failure, setFailure] = useState<{ text: string; instead: SlotChoice | null } | null>(null);
  const isMounted = useMounted();

  async function assign(slot: SlotChoice, replace = false): Promise<void> {
    setFailure(null);
    const body = { ...NOBODYS, student_id: slot.student_id, item_number: slot.item_number, replace };
    try {
      await settle(async () => {
        toast((await call("assignStackPage", { params: { pageId: entry.id }, body })).message);
      });
    } catch (error) {
      // Another page may be in view: the message must not seem to be about that one.
      if (!isMounted()) return toast(`${entry.place}: ${messageOf(error)}`, "error");
      const isTaken = error instanceof ApiError && error.code === "duplicate";
      setFailure({ text: messageOf(error), instead: isTaken ? slot : null });
    }
  }

  const own = slotOf(entry);
  return (
    <>
      {entry.rival && own && (
        <Flex gap="2" wrap="wrap">
          <Button disabled={busy} onClick={() => void assign(own, true)}>
            This page counts <kbd>A</kbd>
          </Button>
          <Button variant="soft" color="gray" disabled={busy} onClick={onReject}>
            The other one counts <kbd>X</kbd>
          </Button>
        </Flex>
      )}
      {entry.code === "not-enrolled" && (
        <p className="field-hint">
          Enrolled after all? Add {entry.student_id} on{" "}
          <Link to={`/edit-class/${task.class_id}`}>the class's page</Link>, then come back and choose the student here.
        </p>
      )}
      <IdsShown task={task} because="you choose the student." />
      <RosterSearch
        queue={queue}
        item={entry.item_number}
        busy={busy}
        inputRef={searchRef}
        onChoose={(slot) => void assign(slot)}
      />
      {failure && (
        <Callout.Root color={failure.instead ? "amber" : "red"} size="1" role="alert">
          <Callout.Text>{failure.text}</Callout.Text>
          {failure.instead && (
            <Button size="1" onClick={() => void assign(failure.instead!, true)}>
              Let this page be {slotText(failure.instead)}
            </Button>
          )}
        </Callout.Root>
      )}
      {!entry.rival && (
        <Button variant="soft" color="red" disabled={busy} className="queue-out" onClick={onReject}>
          Take the page out <kbd>X</kbd>
        </Button>
      )}
    </>
  );
}

/** The answer that the page itself names. */
export function slotOf({ student_id, student_name, item_number }: QueueEntry): SlotChoice | null {
  if (student_id === null || item_number === null) return null;
  return { student_id, student_name, item_number, missing: false };
}
