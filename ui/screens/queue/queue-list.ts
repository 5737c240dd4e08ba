import { groupBy } from "../../../core/basics/group-by.ts";
import type { Queue, QueueEntry } from "../../../server/contract/tasks/stack.ts";

export function entryKey({ kind, id }: Pick<QueueEntry, "kind" | "id">): string {
  return `${kind} ${id}`;
}

export interface QueueSection {
  readonly label: string;
  readonly entries: readonly QueueEntry[];
}

/** In the order of how much time a page takes. */
const SECTIONS: readonly { readonly label: string; readonly fits: (entry: QueueEntry) => boolean }[] = [
  { label: "Questions", fits: ({ question }) => question !== null },
  { label: "Handed in again", fits: ({ kind }) => kind === "choice" },
  { label: "Whose page?", fits: ({ kind }) => kind === "page" },
  { label: "Unreadable", fits: ({ code }) => code === "reader-failed" },
  { label: "To look at", fits: () => true },
];

/** The entries by what a person must decide; sections without any are left out. */
export function queueSections(entries: readonly QueueEntry[]): QueueSection[] {
  const byLabel = groupBy(entries, (entry) => SECTIONS.find(({ fits }) => fits(entry))?.label);
  return SECTIONS.flatMap(({ label }) => {
    const own = byLabel.get(label);
    return own === undefined ? [] : [{ label, entries: own }];
  });
}

/** Whose page it is, or that this is unknown: `20230001 · Item 2`. */
export function ownerText({ student_id, item_number }: Pick<QueueEntry, "student_id" | "item_number">): string {
  const item = item_number === null ? "item unknown" : `Item ${item_number}`;
  return `${student_id ?? "Student unknown"} · ${item}`;
}

interface SettledEntry {
  /** The entry's reasons when it was settled: it may have left the queue since. */
  readonly before: readonly QueueEntry[];
  readonly settled: ReadonlySet<string>;
}

/** The entry to show after this one is settled: the next one, or else the previous one; null for none. */
export function nextEntry(
  entries: readonly QueueEntry[],
  key: string,
  { before, settled }: SettledEntry,
): QueueEntry | null {
  const at = before.findIndex((entry) => entryKey(entry) === key);
  const near = [...before.slice(at + 1), ...before.slice(0, Math.max(0, at)).reverse()].map(entryKey);
  const open = near.find((each) => !settled.has(each) && entries.some((entry) => entryKey(entry) === each));
  return entries.find((entry) => entryKey(entry) === open) ?? null;
}

interface ChosenEntry {
  /** The entry as it was when last in the queue. */
  readonly chosen: QueueEntry | null;
  readonly settled: ReadonlySet<string>;
  readonly first: QueueEntry | null;
}

/**
 * The entry to show: the chosen one in its current state, even if it has left the queue, unless it was settled here. If
 * an update replaced it with another one while somebody looks at it, that one would get its grade.
 */
export function entryInView(
  { entries }: Pick<Queue, "entries">,
  { chosen, settled, first }: ChosenEntry,
): QueueEntry | null {
  if (chosen === null) return first;
  const key = entryKey(chosen);
  const found = entries.find((entry) => entryKey(entry) === key);
  return found ?? (settled.has(key) ? first : chosen);
}

/** The grade that was given last, what was said about it, and how to take it back. */
export interface GivenHere {
  readonly entry: QueueEntry;
  readonly text: string;
  takeBack(): Promise<unknown>;
}
