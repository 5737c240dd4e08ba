import { useRef, useState } from "react";
import type { PublicTask } from "../../../server/contract/tasks/task.ts";
import { type KeptReceipt, mergeReceipts, proofFor } from "../../uploads/receipt.ts";
import type { Proof } from "../../uploads/send-file.ts";

export interface KeptReceipts {
  readonly receipts: readonly KeptReceipt[];
  keep(added: readonly KeptReceipt[]): void;
  proofFor: (entry: { readonly item: number; readonly filename: string }) => Proof;
  /** Deletes them all: somebody else is at the computer. */
  hide(): void;
}

/** The tab's own and the browser's storage. A browser may forbid both: then the receipts are only on the page. */
const STORAGES = ["sessionStorage", "localStorage"] as const;
type StorageName = (typeof STORAGES)[number];

/** What the browser's storage has for a task. */
interface Kept {
  /** In milliseconds. */
  readonly until: number;
  readonly receipts: readonly KeptReceipt[];
}

const PREFIX = "receipts:";
const SECRET_PREFIX = "hand-in:";
const SECRET_BYTES = 16;

/**
 * The receipts of a task. The tab keeps them as long as it is open. The browser keeps them, too, so that the link shows
 * later what was handed in, but only until the due date, while something can still be replaced: the computer may be
 * shared, and the next student sees no more than that, and can hide it.
 */
export function useKeptReceipts(task: PublicTask): KeptReceipts {
  const key = PREFIX + task.id;
  const [receipts, setReceipts] = useState<readonly KeptReceipt[]>(() => {
    keepUntilDue(key, task);
    forgetOld(Date.parse(task.now));
    return read(key);
  });
  // Several files may be taken before the page is rendered again.
  const latest = useRef(receipts);
  return {
    receipts,
    keep(added) {
      const merged = mergeReceipts(read(key), latest.current, added);
      latest.current = merged;
      setReceipts(merged);
      write("sessionStorage", key, merged);
      if (!task.closed) write("localStorage", key, { until: Date.parse(task.due_date), receipts: merged });
    },
    // Another tab may have handed in meanwhile.
    proofFor: (entry) => ({
      receipts: proofFor(mergeReceipts(read(key), latest.current), entry),
      secret: ownSecret(task.id),
    }),
    hide() {
      latest.current = [];
      setReceipts([]);
      for (const storage of STORAGES) remove(storage, key);
      remove("sessionStorage", SECRET_PREFIX + task.id);
    },
  };
}

/** The secret that the tab's uploads for a task have in common. */
function ownSecret(taskId: string): string {
  const key = SECRET_PREFIX + taskId;
  const kept = load("sessionStorage", key);
  if (typeof kept === "string") return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  write("sessionStorage", key, made);
  return made;
}

function read(key: string): readonly KeptReceipt[] {
  const ofTab = (load("sessionStorage", key) ?? []) as readonly KeptReceipt[];
  const ofBrowser = load("localStorage", key) as Kept | null;
  return mergeReceipts(ofBrowser?.receipts ?? [], ofTab);
}

/** The due date may have been moved since. */
function keepUntilDue(key: string, { closed, due_date }: PublicTask): void {
  const kept = load("localStorage", key) as Kept | null;
  if (kept !== null && !closed) write("localStorage", key, { ...kept, until: Date.parse(due_date) });
}

/** Deletes what the browser stores for tasks whose due date has passed. */
function forgetOld(now: number): void {
  for (const key of keysOf("localStorage")) {
    const kept = key.startsWith(PREFIX) ? (load("localStorage", key) as Kept | null) : null;
    if (kept !== null && kept.until <= now) remove("localStorage", key);
  }
}

function keysOf(storage: StorageName): string[] {
  try {
    return Object.keys(window[storage]);
  } catch {
    return [];
  }
}

function load(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(window[storage].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(storage: StorageName, key: string, value: unknown): void {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // It is full or forbidden.
  }
}

function remove(storage: StorageName, key: string): void {
  try {
    window[storage].removeItem(key);
  } catch {
    // It is forbidden.
  }
}
