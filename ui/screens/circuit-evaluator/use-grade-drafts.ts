import { usePart } from "../../store.ts";
import { useEvaluator } from "./evaluator-store.ts";
import type { GradeDraft } from "./grade-draft.ts";

/** By the submission's id: names may be hidden at any time, and with them whose it is. */
export interface GradeDrafts {
  readonly ids: readonly string[];
  of(fileId: string): GradeDraft | null;
  /** Null: nothing is left to be stored. */
  put(fileId: string, draft: GradeDraft | null): void;
  /** To the page that took the place of another; what was typed for that one already goes before. */
  move(fileId: string, to: string): void;
}

/** Grades as they are typed: kept for every submission until they are stored, so that paging on loses none. */
export function useGradeDrafts(): GradeDrafts {
  const { store } = useEvaluator();
  const drafts = usePart(store, "drafts");
  return {
    ids: [...drafts.keys()],
    of: (fileId) => drafts.get(fileId) ?? null,
    put(fileId, draft) {
      store.set("drafts", (before) => {
        const others = [...before].filter(([id]) => id !== fileId);
        return new Map(draft === null ? others : [...others, [fileId, draft]]);
      });
    },
    move(fileId, to) {
      store.set("drafts", (before) => {
        const draft = before.get(fileId);
        const others = new Map([...before].filter(([id]) => id !== fileId));
        return draft && !others.has(to) ? others.set(to, { ...draft, seen: null }) : others;
      });
    },
  };
}
