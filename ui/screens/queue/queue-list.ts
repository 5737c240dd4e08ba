import type { Queue, QueueEntry } from "../../../server/contract/stack.ts";

/** Tells entries apart. */
export function entryKey({ kind, id }: Pick<QueueEntry, "kind" | "id">): string {
  return `${kind} ${id}`;
}

/** The reasons that pages wait for, with how many wait for each; the worst first, as the entries are. */
export function countReasons(entries: readonly QueueEntry[]): { label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { label } of entries) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => ({ label, count }));
}

/** Whose a page is, or that nobody knows: `20230001 · Item 2`. */
export function ownerText({ student_id, item_number }: Pick<QueueEntry, "student_id" | "item_number">): string {
  const item = item_number === null ? "no item" : `Item ${item_number}`;
  return `${student_id ?? "Whose?"} · ${item}`;
}

interface SettledEntry {
  /** As they stood when it was settled: by now it may have left them. */
  readonly before: readonly QueueEntry[];
  /** What this tab has settled. */
  readonly settled: ReadonlySet<string>;
}

/** The entry that comes into view when this one was settled: the next one, or else the one before; null for none. */
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
  /** As it was when it was last in the queue. */
  readonly chosen: QueueEntry | null;
  readonly settled: ReadonlySet<string>;
  readonly first: QueueEntry | null;
}

/**
 * The entry to show: the chosen one as it is now, and also where it has left the queue, unless it was settled here.
 * News come while a page is looked at: another one in its place would get the grade that was meant for this one.
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
