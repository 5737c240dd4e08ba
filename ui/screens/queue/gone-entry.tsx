import { Button } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import type { QueueEntry } from "../../../server/contract/stack.ts";
import { ownerText } from "./queue-list.ts";

interface GoneEntryProps {
  readonly entry: QueueEntry;
  onGoOn(): void;
}

/** Stands where a page was that left the queue while it was looked at, so that nobody settles another in its place. */
export function GoneEntry({ entry, onGoOn }: GoneEntryProps) {
  const text = useRef<HTMLParagraphElement>(null);

  // Who was typing goes on from here, and presses nothing unseen.
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="queue-settle">
      <p ref={text} role="alert" tabIndex={-1}>
        <strong>{ownerText(entry)}</strong> is not in the queue any more: another person or tab settled it, or the
        student handed in anew.
      </p>
      <div className="queue-buttons">
        <Button onClick={onGoOn}>Go on</Button>
      </div>
    </div>
  );
}
