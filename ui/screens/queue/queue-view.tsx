import { WidthIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import type { Queue, QueueEntry } from "../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { goToDetail } from "../../go-to-detail.ts";
import { ChosenGroup } from "../answer-groups/chosen-group.tsx";
import { GroupList } from "../answer-groups/group-list.tsx";
import { GoneEntry } from "./gone-entry.tsx";
import { type ChosenHere, LastChoice } from "./last-choice.tsx";
import { entryInView, entryKey, nextEntry, queueSections } from "./queue-list.ts";
import { QueueNav } from "./queue-nav.tsx";
import { SettleEntry } from "./settle/settle-entry.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";

interface QueueViewProps {
  readonly task: Task;
  readonly queue: Queue;
  readonly groups: readonly AnswerGroupView[];
  /** The task's comments so far. */
  readonly comments: readonly string[];
  /** Loads the queue and the groups again. */
  onSettled(): Promise<void>;
  /** Shown if nothing waits. */
  readonly children: ReactNode;
}

/** The answer groups and the waiting pages, and the one that is being graded. */
export function QueueView({ task, queue, groups, comments, onSettled, children }: QueueViewProps) {
  const { entries } = queue;
  /** The key of the group in view; null: a waiting page is. */
  const [groupKey, setGroupKey] = useState<string | null>(null);
  const [wide, setWide] = useState(false);
  const [chosen, setChosen] = useState<QueueEntry | null>(null);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  // The entries whose responses are on their way.
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [lastChoice, setLastChoice] = useState<ChosenHere | null>(null);
  const columns = useRef<HTMLDivElement>(null);
  const sections = queueSections(entries);
  const shown = sections.flatMap((section) => section.entries);
  const entry = entryInView(queue, { chosen, settled, first: shown[0] ?? null });
  if (entry !== chosen) setChosen(entry);
  const current = entry === null ? null : entryKey(entry);
  const gone = entry !== null && !busy.has(entryKey(entry)) && !entries.includes(entry);
  // The current view when a response arrives late.
  const latest = useRef({ shown, current, settled, groupKey });
  latest.current = { shown, current, settled, groupKey };

  function choose(next: QueueEntry | null): void {
    // The entry must be there before the view scrolls to it.
    flushSync(() => {
      setGroupKey(null);
      setChosen(next);
    });
    goToDetail(columns.current);
  }

  function openGroup(key: string): void {
    flushSync(() => setGroupKey(key));
    goToDetail(columns.current);
  }

  function move(step: number): void {
    const index = shown.findIndex((each) => entryKey(each) === current);
    const next = shown[Math.min(shown.length - 1, Math.max(0, index + step))];
    if (groupKey !== null) choose(entry);
    else if (next) choose(next);
  }

  /** Settles an entry and moves to the next one, unless somebody has moved to another meanwhile. */
  async function settle(key: string, send: () => Promise<void>): Promise<void> {
    const before = shown;
    setBusy((keys) => new Set(keys).add(key));
    try {
      await send();
      setSettled((keys) => new Set(keys).add(key));
      const next = nextEntry(latest.current.shown, key, { before, settled: latest.current.settled });
      if (latest.current.current === key && latest.current.groupKey === null && next !== null) choose(next);
      await onSettled();
    } finally {
      setBusy((keys) => new Set([...keys].filter((each) => each !== key)));
    }
  }

  useQueueKeys({
    ...(entry !== null && { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) }),
    w: () => setWide(!wide),
  });

  /** Shows the page again whose choice was taken back. */
  async function onTakenBack({ entry: back }: ChosenHere): Promise<void> {
    await onSettled();
    setSettled((keys) => new Set([...keys].filter((each) => each !== entryKey(back))));
    setLastChoice(null);
    choose(back);
  }

  const said = lastChoice && <LastChoice choice={lastChoice} onTakenBack={() => onTakenBack(lastChoice)} />;
  if (entry === null && groups.length === 0) {
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
      <Button variant="soft" color="gray" className="queue-wide" aria-pressed={wide} onClick={() => setWide(!wide)}>
        <WidthIcon /> Wide view <kbd>W</kbd>
      </Button>
      <div ref={columns} className="queue-columns" data-wide={wide || undefined}>
        <div className="queue-lists">
          <GroupList groups={groups} chosen={groupKey} onChoose={setGroupKey} onOpen={openGroup} />
          {shown.length > 0 && (
            <QueueNav sections={sections} current={groupKey === null ? current : null} onChoose={choose} />
          )}
        </div>
        {groupKey !== null ? (
          <ChosenGroup taskId={task.id} groups={groups} chosen={groupKey} comments={comments} onChanged={onSettled} />
        ) : entry === null || current === null ? (
          <section className="panel panel-body">{children}</section>
        ) : (
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
                comments={comments}
                busy={busy.has(current)}
                settle={(send) => settle(current, send)}
                onChosen={setLastChoice}
              />
            )}
          </section>
        )}
      </div>
    </>
  );
}
