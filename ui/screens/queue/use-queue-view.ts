import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router-dom";
import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import type { Queue, QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { renewTask, useOpenTask } from "../../calls/calls.ts";
import type { ChosenIn } from "../../components/choice-list.tsx";
import { focusKeeper } from "../../hooks/use-focus-return.ts";
import { entryInView, entryKey, nextEntry, queueSections } from "./queue-list.ts";
import type { Settle } from "./settle/use-settling.ts";

/** What is in view: a group or a request by its key; null: a waiting page is. */
export type InView = { readonly kind: "group" | "request"; readonly key: string } | null;

interface Viewing {
  readonly queue: Queue;
  readonly requests: readonly RegradeRequest[];
  /** The lists, then the detail of what is in view. */
  readonly columns: RefObject<HTMLElement | null>;
}

/** Which page, group or request is in view, and how to move on: by a choice, by keys, and when a page is settled. */
export function useQueueView({ queue, requests, columns }: Viewing) {
  const { id: taskId } = useOpenTask();
  const { entries } = queue;
  const [search] = useSearchParams();
  const linked = search.get("group");
  const [inView, setInView] = useState<InView>(linked === null ? null : { kind: "group", key: linked });
  const [chosen, setChosen] = useState<QueueEntry | null>(null);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  // The entries whose responses are on their way.
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const sections = queueSections(entries);
  const shown = sections.flatMap((section) => section.entries);
  const entry = entryInView(queue, { chosen, settled, first: shown[0] ?? null });
  if (entry !== chosen) setChosen(entry);
  const current = entry === null ? null : entryKey(entry);
  const waiting = requests.filter(({ answer }) => answer === null);
  if (inView === null && entry === null && waiting[0]) setInView({ kind: "request", key: waiting[0].id });
  const gone = entry !== null && !busy.has(entryKey(entry)) && !entries.includes(entry);
  // The current view when a response arrives late.
  const latest = useRef({ shown, current, settled, inView });
  latest.current = { shown, current, settled, inView };

  function choose(next: QueueEntry | null): void {
    // The entry must be there before the view scrolls to it.
    flushSync(() => {
      setInView(null);
      setChosen(next);
    });
    goToDetail(columns.current);
  }

  function open(kind: "group" | "request", key: string): void {
    flushSync(() => setInView({ kind, key }));
    goToDetail(columns.current);
  }

  function choiceOf(kind: "group" | "request"): ChosenIn {
    return {
      chosen: inView?.kind === kind ? inView.key : null,
      onChoose: (key) => setInView({ kind, key }),
      onOpen: (key) => open(kind, key),
    };
  }

  function move(step: number): void {
    const index = shown.findIndex((each) => entryKey(each) === current);
    const next = shown[Math.min(shown.length - 1, Math.max(0, index + step))];
    if (inView?.kind === "request") moveInRequests(step);
    else if (inView !== null) choose(entry);
    else if (next) choose(next);
  }

  function moveInRequests(step: number): void {
    const next = waiting[waiting.findIndex(({ id }) => id === inView?.key) + step];
    if (next) open("request", next.id);
  }

  /** Goes on with the next student who waits, then with the first one that was left out, unless somebody moved on. */
  async function onAnswered(id: string): Promise<void> {
    const at = waiting.findIndex((each) => each.id === id);
    const next = waiting[at + 1] ?? waiting.find((each) => each.id !== id);
    if (latest.current.inView?.key === id && next) open("request", next.id);
    await renewTask(taskId);
  }

  /**
   * Settles an entry and moves to the next one, unless somebody has moved to another meanwhile, or has typed what was
   * not sent.
   */
  async function settle(key: string, send: Settle): Promise<void> {
    const before = shown;
    setBusy((keys) => new Set(keys).add(key));
    try {
      if (await send()) return await renewTask(taskId);
      const keepFocus = focusKeeper();
      setSettled((keys) => new Set(keys).add(key));
      const next = nextEntry(latest.current.shown, key, { before, settled: latest.current.settled });
      if (latest.current.current === key && latest.current.inView === null && next !== null) choose(next);
      keepFocus();
      await renewTask(taskId);
      keepFocus();
    } finally {
      setBusy((keys) => new Set([...keys].filter((each) => each !== key)));
    }
  }

  /** Shows an entry again that was settled, and waits by now. */
  function returnTo(back: QueueEntry): void {
    setSettled((keys) => new Set([...keys].filter((each) => each !== entryKey(back))));
    choose(back);
  }

  return {
    sections,
    shown,
    entry,
    current,
    gone,
    busy,
    inView,
    choose,
    choiceOf,
    move,
    onAnswered,
    settle,
    returnTo,
  };
}

/**
 * Call it when something was chosen in a list with a detail. If the detail is below the list, as on phones, it is out
 * of sight, so view and focus move there. Next to the list it is already visible.
 */
function goToDetail(columns: HTMLElement | null): void {
  const [list, detail] = columns?.children ?? [];
  if (!list || !(detail instanceof HTMLElement) || !isBelow(detail, list)) return;
  detail.focus({ preventScroll: true });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  detail.scrollIntoView({ behavior: still ? "instant" : "smooth", block: "start" });
}

function isBelow(lower: Element, upper: Element): boolean {
  return lower.getBoundingClientRect().top >= upper.getBoundingClientRect().bottom;
}
