import { Button, Callout, Flex } from "@radix-ui/themes";
import type { Ref } from "react";
import { Link } from "react-router-dom";
import type { Queue, QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { IdsShown } from "../../../components/grading/ids-shown.tsx";
import { type SlotChoice, slotText } from "./answer-slots.ts";
import { RosterSearch } from "./roster-search.tsx";

/** Why a page could not be settled, and the answer that would be replaced otherwise. */
export interface SettleFailure {
  readonly text: string;
  readonly instead: SlotChoice | null;
}

interface SettlePageProps {
  readonly entry: QueueEntry;
  readonly queue: Queue;
  readonly task: Task;
  readonly busy: boolean;
  readonly failure: SettleFailure | null;
  readonly searchRef: Ref<HTMLInputElement>;
  onAssign(slot: SlotChoice, replace: boolean): void;
  /** Takes the page out of the stack's answers; shared with the keyboard shortcut. */
  onReject(): void;
}

export function SettlePage({ entry, queue, task, busy, failure, searchRef, onAssign, onReject }: SettlePageProps) {
  const own = slotOf(entry);
  return (
    <>
      {entry.rival && own && (
        <Flex gap="2" wrap="wrap">
          <Button disabled={busy} onClick={() => onAssign(own, true)}>
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
        onChoose={(slot) => onAssign(slot, false)}
      />
      {failure && (
        <Callout.Root color={failure.instead ? "amber" : "red"} size="1" role="alert">
          <Callout.Text>{failure.text}</Callout.Text>
          {failure.instead && (
            <Button size="1" onClick={() => onAssign(failure.instead!, true)}>
              Let this page be {slotText(failure.instead)}
            </Button>
          )}
        </Callout.Root>
      )}
      {!entry.rival && (
        <Button variant="soft" color="red" disabled={busy} onClick={onReject}>
          Take the page out <kbd>X</kbd>
        </Button>
      )}
    </>
  );
}

export function slotOf({ student_id, student_name, item_number }: QueueEntry): SlotChoice | null {
  if (student_id === null || item_number === null) return null;
  return { student_id, student_name, item_number, missing: false };
}
