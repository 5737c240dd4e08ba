import { Button, Flex } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import type { QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { ownerText } from "./queue-list.ts";

interface GoneEntryProps {
  readonly entry: QueueEntry;
  onGoOn(): void;
}

/**
 * Shown in place of a page that left the queue while somebody looked at it, so that nobody settles another one by
 * mistake. Somebody who was typing goes on typing: meanwhile no letter is a shortcut.
 */
export function GoneEntry({ entry, onGoOn }: GoneEntryProps) {
  const text = useRef<HTMLParagraphElement>(null);

  // Keyboard users continue from here, without pressing anything by accident.
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Flex direction="column" align="start" gap="14px" data-holds-keys>
      <p ref={text} role="alert" tabIndex={-1}>
        <strong>{ownerText(entry)}</strong> is no longer in the queue: another person or tab settled it, or the student
        handed in again.
      </p>
      <Button onClick={onGoOn}>Go on</Button>
    </Flex>
  );
}
