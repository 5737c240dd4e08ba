import { useState } from "react";
import type { Receipt } from "../../../server/contract/file.ts";
import { mergeReceipts } from "../../uploads/receipt.ts";

export interface KeptReceipts {
  readonly receipts: readonly Receipt[];
  keep(added: readonly Receipt[]): void;
}

/** The receipts of this tab for a task: a reload does not lose them, and the next student at a shared computer sees none. */
export function useKeptReceipts(taskId: string): KeptReceipts {
  const key = `receipts:${taskId}`;
  const [receipts, setReceipts] = useState<readonly Receipt[]>(() => read(key));
  return {
    receipts,
    keep(added) {
      const merged = mergeReceipts(receipts, added);
      setReceipts(merged);
      write(key, merged);
    },
  };
}

function read(key: string): readonly Receipt[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]") as Receipt[];
  } catch {
    return [];
  }
}

function write(key: string, receipts: readonly Receipt[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(receipts));
  } catch {
    // Storage is full or forbidden: the receipts still stand on the page.
  }
}
