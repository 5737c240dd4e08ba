import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Queue, QueueEntry } from "../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { goToDetail } from "../../go-to-detail.ts";
import { GoneEntry } from "./gone-entry.tsx";
import { type ChosenHere, LastChoice } from "./last-choice.tsx";
import { entryInView, entryKey, nextEntry } from "./queue-list.ts";
import { QueueNav } from "./queue-nav.tsx";
import { SettleEntry } from "./settle-entry.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";

interface QueueViewProps {
  readonly task: Task;
  readonly queue: Queue;
  /** Loads the queue again. */
  onSettled(): Promise<void>;
  /** Shown if nothing waits. */
  readonly children: ReactNode;
}

/** The list of waiting pages, and the page that is being settled. */
export function QueueView({ task, queue, onSettled, children }: QueueViewProps) {
  const { entries } = queue;
  const [reason, setReason] = useState<string | null>(null);
  const [chosen, setChosen] = useState<QueueEntry | null>(null);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  // The entries whose responses are on their way.
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [lastChoice, setLastChoice] = useState<ChosenHere | null>(null);
  const columns = useRef<HTMLDivElement>(null);
  const fitting = entries.filter(({ label }) => reason === null || label === reason);
  // The last one with the chosen reason was settled: all are shown again.
  const shown = fitting.length > 0 ? fitting : entries;
  const entry = entryInView(queue, { chosen, settled, first: shown[0] ?? null });
  if (entry !== chosen) setChosen(entry);
  const current = entry === null ? null : entryKey(entry);
  const gone = entry !== null && !busy.has(entryKey(entry)) && !entries.includes(entry);
  // The current view when a response arrives late.
  const latest = useRef({ shown, current, settled });
  latest.current = { shown, current, settled };

  function choose(next: QueueEntry | null): void {
    // The entry must be there before the view scrolls to it.
    flushSync(() => setChosen(next));
    goToDetail(columns.current);
  }

  function move(step: number): void {
    const index = shown.findIndex((each) => entryKey(each) === current);
    const next = shown[Math.min(shown.length - 1, Math.max(0, index + step))];
    if (next) choose(next);
  }

  function filter(label: string | null): void {
    setReason(label);
    const first = entries.find((each) => each.label === label);
    if (first && entry?.label !== label) setChosen(first);
  }

  /** Settles an entry and moves to the next one, unless somebody has moved to another meanwhile. */
  async function settle(key: string, send: () => Promise<void>): Promise<void> {
    const before = shown;
    setBusy((keys) => new Set(keys).add(key));
    try {
      await send();
      setSettled((keys) => new Set(keys).add(key));
      const next = nextEntry(latest.current.shown, key, { before, settled: latest.current.settled });
      if (latest.current.current === key && next !== null) choose(next);
      await onSettled();
    } finally {
      setBusy((keys) => new Set([...keys].filter((each) => each !== key)));
    }
  }

  // A user who was typing when the page disappeared goes on typing: no letter may switch to another page.
  useQueueKeys(
    entry === null || gone
      ? {}
      : { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) },
  );

  /** Shows the page again whose choice was taken back. */
  async function onTakenBack({ entry: back }: ChosenHere): Promise<void> {
    await onSettled();
    setSettled((keys) => new Set([...keys].filter((each) => each !== entryKey(back))));
    setLastChoice(null);
    choose(back);
  }

  const said = lastChoice && <LastChoice choice={lastChoice} onTakenBack={() => onTakenBack(lastChoice)} />;
  if (entry === null || current === null) {
    return (
      <>
        {said}
        {children}
      </>
    );
  }
  return (
    <>
      {said}
      <div ref={columns} className="queue-columns">
        <QueueNav
          entries={entries}
          shown={shown}
          reason={reason}
          current={current}
          onReason={filter}
          onChoose={choose}
        />
        <section
          key={`${current} ${gone}`}
          className="panel panel-body queue-entry"
          aria-label={`${entry.label}: ${entry.place}`}
          tabIndex={-1}
        >
          {gone ? (
            <GoneEntry entry={entry} onGoOn={() => choose(null)} />
          ) : (
            <SettleEntry
              entry={entry}
              queue={queue}
              task={task}
              busy={busy.has(current)}
              settle={(send) => settle(current, send)}
              onChosen={setLastChoice}
            />
          )}
        </section>
      </div>
    </>
  );
}
