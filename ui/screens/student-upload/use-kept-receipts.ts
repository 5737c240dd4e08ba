import { useEffect, useRef, useState } from "react";
import { isStudentId } from "../../../core/rules/students/student-id.ts";
import type { Receipt } from "../../../server/contract/results/file.ts";
import type { PublicTask } from "../../../server/contract/tasks/task.ts";
import {
  type KeptReceipt,
  mergeReceipts,
  proofFor,
  proofOf,
  type ReceiptProof,
  receiptsOf,
} from "../../uploads/receipt.ts";
import type { Proof } from "../../uploads/send-file.ts";
import { handInForm } from "./hand-in-form.ts";

/** The tab's own and the browser's storage. A browser may forbid both: then the receipts are only on the page. */
type StorageName = "sessionStorage" | "localStorage";

interface Kept {
  /** In milliseconds. */
  readonly until: number;
  readonly receipts: readonly ReceiptProof[];
}

const PREFIX = "receipts:";
const SECRET_PREFIX = "hand-in:";
const LINKS_PREFIX = "results:";
const STUDENT_PREFIX = "student:";

/** The Student ID that was typed for a task in this tab; empty if there is none. A reload would lose it. */
export function keptStudentId(taskId: string): string {
  const kept = load("sessionStorage", STUDENT_PREFIX + taskId);
  return typeof kept === "string" ? kept : "";
}

export function keepStudentId(taskId: string, typed: string): void {
  write("sessionStorage", STUDENT_PREFIX + taskId, typed === "" ? null : typed);
}

/**
 * The receipts of a task that this tab got: the computer may be shared, and nobody else's are shown. The tab keeps them
 * as long as it is open. The browser keeps only what shows that a later file comes from the same place, and only until
 * the due date, while something can still be replaced; and the link to the results, if the student asks for that.
 */
export function useKeptReceipts(task: PublicTask) {
  const key = PREFIX + task.id;
  const secretKey = SECRET_PREFIX + task.id;
  const [receipts, setReceipts] = useState<readonly KeptReceipt[]>(receiptsOfForm);
  const linksKey = LINKS_PREFIX + task.id;
  const [links, setLinks] = useState<readonly string[]>([]);
  // Several files may be taken before the page is rendered again.
  const latest = useRef(receipts);

  /** `studentId`: as typed; if it is complete, the receipts of other students are no longer shown. */
  function keep(added: readonly Receipt[], studentId: string): void {
    const merged = mergeReceipts(ofTab(key), latest.current, added);
    const own = isStudentId(studentId) ? receiptsOf(merged, studentId) : merged;
    latest.current = own;
    setReceipts(own);
    write("sessionStorage", key, own);
    if (task.closed || added.length === 0) return;
    const proofs = mergeReceipts(ofBrowser(key), added).map(proofOf);
    write("localStorage", key, { until: Date.parse(task.due_date), receipts: proofs } satisfies Kept);
  }

  // The server cannot see the browser's storage: the page begins with what the server knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has taken the page over.
  useEffect(() => {
    keepUntilDue(key, task);
    forgetOld(Date.parse(task.now));
    setLinks((load("localStorage", linksKey) ?? []) as readonly string[]);
    keep(receiptsOfForm(), handInForm().studentId);
  }, []);

  function keepLinks(kept: readonly string[]): void {
    setLinks(kept);
    write("localStorage", linksKey, kept.length === 0 ? null : kept);
  }

  return {
    receipts,
    keep,
    /** Links to results that the student wants to find here again, also after the due date. */
    links,
    keepLinks,
    // Another tab may have handed in meanwhile.
    proofFor: (entry: { readonly item: number; readonly filename: string }): Proof => ({
      receipts: proofFor(mergeReceipts<ReceiptProof>(ofBrowser(key), ofTab(key), latest.current), entry),
      secret: ownSecret(),
    }),
    /** Deletes them all, and loads an empty form: somebody else is at the computer. */
    forget(): void {
      write("localStorage", key, null);
      write("localStorage", linksKey, null);
      write("sessionStorage", key, null);
      keepStudentId(task.id, "");
      // With this one, the next person would get this one's link by typing the same Student ID.
      write("sessionStorage", secretKey, null);
      location.replace(location.pathname);
    },
  };

  /** What the tab's uploads for the task have in common. */
  function ownSecret(): string {
    const kept = load("sessionStorage", secretKey);
    if (typeof kept === "string") return kept;
    write("sessionStorage", secretKey, handInForm().secret);
    return handInForm().secret;
  }
}

/** The receipts of forms that were sent without this script. */
function receiptsOfForm(): readonly Receipt[] {
  return mergeReceipts(handInForm().receipts);
}

function ofTab(key: string): readonly KeptReceipt[] {
  return (load("sessionStorage", key) ?? []) as readonly KeptReceipt[];
}

function ofBrowser(key: string): readonly ReceiptProof[] {
  return (load("localStorage", key) as Kept | null)?.receipts ?? [];
}

/** The due date may have been moved since. */
function keepUntilDue(key: string, { closed, due_date }: PublicTask): void {
  const kept = load("localStorage", key) as Kept | null;
  if (kept !== null && !closed) write("localStorage", key, { ...kept, until: Date.parse(due_date) });
}

/** Deletes what the browser stores for tasks whose due date has passed. */
function forgetOld(now: number): void {
  for (const key of allowed(() => Object.keys(localStorage)) ?? []) {
    const kept = key.startsWith(PREFIX) ? (load("localStorage", key) as Kept | null) : null;
    if (kept !== null && kept.until <= now) write("localStorage", key, null);
  }
}

function load(storage: StorageName, key: string): unknown {
  return allowed(() => JSON.parse(window[storage].getItem(key) ?? "null"));
}

/** Null: nothing is stored any more. */
function write(storage: StorageName, key: string, value: unknown): void {
  allowed(() => {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, JSON.stringify(value));
  });
}

/** What work with a storage gives; null if it is full or forbidden. */
function allowed<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
