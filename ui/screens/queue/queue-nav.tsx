import { Button } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import { percentText } from "../../../core/rules/certainty.ts";
import type { QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { HIGH_CONTRAST } from "../../components/high-contrast.ts";
import { countReasons, entryKey, ownerText } from "./queue-list.ts";

interface QueueNavProps {
  /** All that wait. */
  readonly entries: readonly QueueEntry[];
  /** Those with the chosen reason. */
  readonly shown: readonly QueueEntry[];
  readonly reason: string | null;
  /** The key of the entry in view. */
  readonly current: string;
  onReason(label: string | null): void;
  onChoose(entry: QueueEntry): void;
}

/** The list of waiting pages, all of them or for one reason. */
export function QueueNav({ entries, shown, reason, current, onReason, onChoose }: QueueNavProps) {
  return (
    <nav className="panel queue-list" aria-label="Pages in the queue">
      <ReasonFilter entries={entries} chosen={reason} onChoose={onReason} />
      <ol>
        {shown.map((each) => (
          <EntryButton
            key={entryKey(each)}
            entry={each}
            current={entryKey(each) === current}
            onChoose={() => onChoose(each)}
          />
        ))}
      </ol>
      <p className="queue-keys">
        <kbd>J</kbd> <kbd>K</kbd> next, previous · <kbd>/</kbd> search · <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> reading
        · <kbd>A</kbd> accept · <kbd>G</kbd> grade · <kbd>X</kbd> take out
      </p>
    </nav>
  );
}

interface ReasonFilterProps {
  readonly entries: readonly QueueEntry[];
  readonly chosen: string | null;
  onChoose(label: string | null): void;
}

function ReasonFilter({ entries, chosen, onChoose }: ReasonFilterProps) {
  const all = { label: null, words: "All", count: entries.length };
  const reasons = countReasons(entries).map(({ label, count }) => ({ label, words: label, count }));
  return (
    <fieldset className="queue-filter">
      <legend className="visually-hidden">Reason</legend>
      {[all, ...reasons].map(({ label, words, count }) => (
        <Button
          key={words}
          size="1"
          variant={label === chosen ? "solid" : "soft"}
          color={label === chosen ? "jade" : "gray"}
          className={HIGH_CONTRAST}
          aria-pressed={label === chosen}
          onClick={() => onChoose(label)}
        >
          {words} {count}
        </Button>
      ))}
    </fieldset>
  );
}

interface EntryButtonProps {
  readonly entry: QueueEntry;
  readonly current: boolean;
  onChoose(): void;
}

function EntryButton({ entry, current, onChoose }: EntryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);

  // Allows scrolling with the keyboard if the list is longer than its box.
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: "nearest" });
  }, [current]);

  return (
    <li>
      <button ref={button} type="button" aria-current={current ? "true" : undefined} onClick={onChoose}>
        <strong>{entry.label}</strong>
        <span>{ownerText(entry)}</span>
        <small>
          {entry.place}
          {entry.confidence !== null && ` · ${percentText(entry.confidence)} sure`}
        </small>
      </button>
    </li>
  );
}
