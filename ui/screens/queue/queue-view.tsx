import { Badge, Button } from "@radix-ui/themes";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { evaluatorPath } from "../../../server/contract/pages.ts";
import type { Queue, QueueEntry } from "../../../server/contract/stack.ts";
import type { Task } from "../../../server/contract/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { HIGH_CONTRAST } from "../../components/high-contrast.ts";
import { goToDetail } from "../../go-to-detail.ts";
import { confirmFirst, toast } from "../../store.ts";
import { GoneEntry } from "./gone-entry.tsx";
import { countReasons, entryKey, nextEntry, ownerText } from "./queue-list.ts";
import { QueuePicture } from "./queue-picture.tsx";
import { SettleFile } from "./settle-file.tsx";
import { SettlePage, slotOf } from "./settle-page.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";

interface QueueViewProps {
  readonly task: Task;
  readonly queue: Queue;
  /** Loads the queue again. */
  onSettled(): Promise<void>;
}

/** The list of what waits, and the page that is being settled. */
export function QueueView({ task, queue, onSettled }: QueueViewProps) {
  const [reason, setReason] = useState<string | null>(null);
  const [chosen, setChosen] = useState(queue.entries[0]!);
  const [settledKey, setSettledKey] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const fitting = queue.entries.filter(({ label }) => reason === null || label === reason);
  // The last one of a reason was settled: all are shown again.
  const shown = fitting.length > 0 ? fitting : queue.entries;
  // News come while a page is looked at: another one in its place would get the grade that was meant for this one.
  const found = queue.entries.find((each) => entryKey(each) === entryKey(chosen));
  const entry = found ?? (entryKey(chosen) === settledKey ? shown[0]! : chosen);
  if (entry !== chosen) setChosen(entry);
  const current = entryKey(entry);
  const gone = !busy && !queue.entries.includes(entry);

  function choose(next: QueueEntry): void {
    // The entry must be there before the view goes to it.
    flushSync(() => {
      setFailure(null);
      setChosen(next);
    });
    goToDetail(columns.current);
  }

  function move(step: number): void {
    const index = shown.findIndex((each) => entryKey(each) === current);
    choose(shown[Math.min(shown.length - 1, Math.max(0, index + step))]!);
  }

  function filter(label: string | null): void {
    setReason(label);
    const first = queue.entries.find((each) => each.label === label);
    if (first && entry.label !== label) setChosen(first);
  }

  async function settled(): Promise<void> {
    setSettledKey(current);
    const next = nextEntry(shown, current);
    if (next !== null) choose(next);
    await onSettled();
  }

  async function grade(total: number, comment?: string): Promise<void> {
    setBusy(true);
    setFailure(null);
    const body = { total_grade: total, ...(comment !== undefined && { comment }) };
    try {
      await call("updateGrade", { params: { fileId: entry.id }, body });
      toast(`${ownerText(entry)}: ${total} of ${entry.maximum_grade}`);
      await settled();
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  }

  function reject(): void {
    if (gone) return;
    const { kind, id, place } = entry;
    confirmFirst({
      title: `Take ${place} out?`,
      text:
        kind === "file"
          ? `${TEXTS.files.deleteConfirmation} Any other upload of this student and item is removed as well.`
          : "It can be put back on the page of its stack.",
      action: "Take out",
      async run() {
        try {
          const { message } =
            kind === "file"
              ? await call("deleteFile", { params: { fileId: id } })
              : await call("rejectStackPage", { params: { pageId: id } });
          toast(message);
          void settled();
          return null;
        } catch (error) {
          return messageOf(error);
        }
      },
    });
  }

  /** What is most likely right: the reading, or of two pages this one. */
  async function accept(): Promise<void> {
    if (busy || gone) return;
    if (entry.kind === "file") return entry.reading_grade === null ? undefined : grade(entry.reading_grade);
    const slot = entry.rival && slotOf(entry);
    if (!slot) return input.current?.focus();
    setBusy(true);
    const body = { student_id: slot.student_id, item_number: slot.item_number, replace: true };
    try {
      toast((await call("assignStackPage", { params: { pageId: entry.id }, body })).message);
      await settled();
    } catch (error) {
      toast(messageOf(error), "error");
    }
    setBusy(false);
  }

  useQueueKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    a: () => void accept(),
    x: reject,
    g: () => entry.kind === "file" && input.current?.focus(),
    "/": () => entry.kind === "page" && input.current?.focus(),
    e: () => {
      if (entry.kind !== "file") return;
      void navigate(evaluatorPath(task.id, entry.id));
    },
  });

  return (
    <div ref={columns} className="queue-columns">
      <nav className="panel queue-list" aria-label="Pages in the queue">
        <ReasonFilter entries={queue.entries} chosen={reason} onChoose={filter} />
        <ol>
          {shown.map((each) => (
            <EntryButton
              key={entryKey(each)}
              entry={each}
              current={entryKey(each) === current}
              onChoose={() => choose(each)}
            />
          ))}
        </ol>
        <p className="queue-keys">
          <kbd>J</kbd> <kbd>K</kbd> next, previous · <kbd>/</kbd> search · <kbd>A</kbd> accept · <kbd>G</kbd> grade ·{" "}
          <kbd>X</kbd> take out
        </p>
      </nav>
      <section
        key={`${current} ${gone}`}
        className="panel panel-body queue-entry"
        aria-label={`${entry.label}: ${entry.place}`}
        tabIndex={-1}
      >
        {gone ? (
          <GoneEntry entry={entry} onGoOn={() => move(1)} />
        ) : (
          <>
            <div className="queue-settle">
              <div className="queue-entry-head">
                <Badge color={entry.kind === "page" ? "red" : "amber"} className={HIGH_CONTRAST}>
                  {entry.label}
                </Badge>
                <strong>{ownerText(entry)}</strong>
                <span>{entry.student_name}</span>
              </div>
              <ol className="queue-reasons">
                {entry.reasons.map(({ code, message, box }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a reason's number is its name in the picture
                  <li key={index} className={box ? "queue-marked" : undefined}>
                    {message} <span className="visually-hidden">({code})</span>
                  </li>
                ))}
              </ol>
              {entry.kind === "page" ? (
                <SettlePage
                  entry={entry}
                  queue={queue}
                  task={task}
                  searchRef={input}
                  onReject={reject}
                  onSettled={() => void settled()}
                />
              ) : (
                <SettleFile
                  entry={entry}
                  taskId={task.id}
                  busy={busy}
                  failure={failure}
                  gradeRef={input}
                  onGrade={(total, comment) => void grade(total, comment)}
                  onReject={reject}
                />
              )}
            </div>
            <QueuePicture entry={entry} />
          </>
        )}
      </section>
    </div>
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

  // The keys move through a list that is longer than its box.
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
          {entry.confidence !== null && ` · ${Math.floor(entry.confidence * 100)} %`}
        </small>
      </button>
    </li>
  );
}
