import { Flex } from "@radix-ui/themes";
import type { QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { call } from "../../api.ts";
import { useAction } from "../../calls/calls.ts";
import { SmallButton } from "../../components/controls.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";

export interface ChosenHere {
  readonly entry: QueueEntry;
  readonly text: string;
}

interface LastChoiceProps {
  readonly choice: ChosenHere;
  /** It was taken back: the page is in the queue again. */
  onTakenBack(): Promise<void>;
}

export function LastChoice({ choice, onTakenBack }: LastChoiceProps) {
  const { busy, run } = useAction(async () => {
    await call("takeBackReading", { params: { fileId: choice.entry.id } });
    await onTakenBack();
  });
  useQueueKeys({ u: () => void run() });
  return (
    <Flex align="center" gap="2" mb="3" wrap="wrap" role="status">
      {choice.text}
      <SmallButton disabled={busy} onClick={() => void run()}>
        Take it back <kbd>U</kbd>
      </SmallButton>
    </Flex>
  );
}
