import type { EvaluatorStore } from "./evaluator-store.ts";

export async function whileReading<T>(store: EvaluatorStore, fileId: string, work: () => Promise<T>): Promise<T> {
  const add = (by: number) =>
    store.set("reading", (before) => {
      const count = (before.get(fileId) ?? 0) + by;
      const others = [...before].filter(([id]) => id !== fileId);
      return new Map(count > 0 ? [...others, [fileId, count]] : others);
    });
  add(1);
  try {
    return await work();
  } finally {
    add(-1);
  }
}

/** Records whether a submission has changes that no reading has taken up. */
export function setUnread(store: EvaluatorStore, fileId: string, state: "changed" | "failed" | null): void {
  store.set("unread", (before) => {
    const others = [...before].filter(([id]) => id !== fileId);
    return new Map(state === null ? others : [...others, [fileId, state]]);
  });
}
