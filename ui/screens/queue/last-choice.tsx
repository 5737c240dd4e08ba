import { Button } from "@radix-ui/themes";
import { useState } from "react";
import type { QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { call, messageOf } from "../../api.ts";
import { toast } from "../../store.ts";
import { useQueueKeys } from "./use-queue-keys.ts";

/** A reading that was chosen in this tab. */
export interface ChosenHere {
  readonly entry: QueueEntry;
  /** Whose page it is, what it earns, and what was chosen. */
  readonly text: string;
}

interface LastChoiceProps {
  readonly choice: ChosenHere;
  /** It was taken back: the page is in the queue again. */
  onTakenBack(): Promise<void>;
}

/** What was chosen last, until the next choice; it can be taken back with a key. */
export function LastChoice({ choice, onTakenBack }: LastChoiceProps) {
  const [busy, setBusy] = useState(false);

  async function takeBack(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await call("takeBackReading", { params: { fileId: choice.entry.id } });
      await onTakenBack();
    } catch (error) {
      toast(messageOf(error), "error");
    } finally {
      setBusy(false);
    }
  }

  useQueueKeys({ u: () => void takeBack() });
  return (
    <p className="queue-chosen" role="status">
      {choice.text}{" "}
      <Button size="1" variant="soft" color="gray" disabled={busy} onClick={() => void takeBack()}>
        Take it back <kbd>U</kbd>
      </Button>
    </p>
  );
}
