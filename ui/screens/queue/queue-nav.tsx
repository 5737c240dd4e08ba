import { useEffect, useRef } from "react";
import { percentText } from "../../../core/rules/certainty.ts";
import type { QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { entryKey, ownerText, type QueueSection } from "./queue-list.ts";

interface QueueNavProps {
  readonly sections: readonly QueueSection[];
  readonly current: string | null;
  onChoose(entry: QueueEntry): void;
}

export function QueueNav({ sections, current, onChoose }: QueueNavProps) {
  return (
    <nav className="panel choices queue-list" aria-label="Pages in the queue">
      <div>
        {sections.map(({ label, entries }) => (
          <section key={label} aria-label={label}>
            <h2>
              {label} <span>{entries.length}</span>
            </h2>
            <ol>
              {entries.map((each) => (
                <EntryButton
                  key={entryKey(each)}
                  entry={each}
                  current={entryKey(each) === current}
                  onChoose={() => onChoose(each)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <p className="note queue-keys">
        <kbd>J</kbd> <kbd>K</kbd> next, previous · <kbd>/</kbd> search · <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> reading
        · <kbd>Enter</kbd> accept · <kbd>0</kbd> … <kbd>9</kbd> points · <kbd>X</kbd> take out · <kbd>W</kbd> wide view
      </p>
    </nav>
  );
}

interface EntryButtonProps {
  readonly entry: QueueEntry;
  readonly current: boolean;
  onChoose(): void;
}

function EntryButton({ entry, current, onChoose }: EntryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);

  // The list may be longer than its box. The page stays where it is.
  useEffect(() => {
    const box = button.current?.closest(".queue-lists");
    if (!current || !button.current || !box) return;
    const [place, frame] = [button.current.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += Math.min(0, place.top - frame.top) + Math.max(0, place.bottom - frame.bottom);
  }, [current]);

  return (
    <li>
      <button
        ref={button}
        type="button"
        className="choice"
        aria-current={current ? "true" : undefined}
        onClick={onChoose}
      >
        <strong>{entry.label}</strong>
        <span>{ownerText(entry)}</span>
        <small className="clipped">
          {entry.place}
          {entry.confidence !== null && ` · ${percentText(entry.confidence)} sure`}
        </small>
      </button>
    </li>
  );
}
