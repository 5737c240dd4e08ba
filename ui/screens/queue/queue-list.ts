import type { Queue, QueueEntry } from "../../../server/contract/tasks/stack.ts";

/** Identifies an entry. */
export function entryKey({ kind, id }: Pick<QueueEntry, "kind" | "id">): string {
  return `${kind} ${id}`;
}

/** The reasons that pages wait for, with how many wait for each; worst first, like the entries. */
export function countReasons(entries: readonly QueueEntry[]): { label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { label } of entries) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => ({ label, count }));
}

/** Whose page it is, or that this is unknown: `20230001 · Item 2`. */
export function ownerText({ student_id, item_number }: Pick<QueueEntry, "student_id" | "item_number">): string {
  const item = item_number === null ? "no item" : `Item ${item_number}`;
  return `${student_id ?? "Whose?"} · ${item}`;
}

interface SettledEntry {
  /** The entry's reasons when it was settled: it may have left the queue since. */
  readonly before: readonly QueueEntry[];
  /** What this tab has settled. */
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
