import { Button, Flex } from "@radix-ui/themes";
import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";

interface SettleChoiceProps {
  readonly entry: QueueEntry;
  readonly busy: boolean;
  /** Whether the later page counts. */
  onChoose(counts: boolean): void;
}

export function SettleChoice({ entry, busy, onChoose }: SettleChoiceProps) {
  const { rival, reading_grade: reading, maximum_grade: maximum } = entry;
  const grade = rival?.graded ? `: ${rival.total_grade} of ${maximum}` : "";
  return (
    <>
      <Flex gap="2" wrap="wrap">
        <Button disabled={busy} onClick={() => onChoose(true)}>
          {rival?.counts ? "Replace it by the new page" : "Let the new page count"} <kbd>A</kbd>
        </Button>
        <Button variant="soft" color="gray" disabled={busy} onClick={() => onChoose(false)}>
          {rival?.counts ? `Keep the earlier page${grade}` : "Let the earlier page count"} <kbd>X</kbd>
        </Button>
      </Flex>
      <p className="field-hint">
        {reading !== null && `The new page was read: ${reading} of ${maximum}. `}
        The other page stays in the history and can be made to count later.
      </p>
    </>
  );
}
