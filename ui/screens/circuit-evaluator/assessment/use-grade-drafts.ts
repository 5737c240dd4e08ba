import { usePart } from "../../../store.ts";
import { useEvaluator } from "../evaluator-store.ts";
import type { GradeDraft } from "./grade-draft.ts";

/** By the submission's ID: names may be hidden at any time, and with them whose it is. */
export interface GradeDrafts {
  readonly ids: readonly string[];
  of(fileId: string): GradeDraft | null;
  /** Null: nothing is left to store. */
  put(fileId: string, draft: GradeDraft | null): void;
  /** Moves it to the page that replaced another; input for that one takes precedence. */
  move(fileId: string, to: string): void;
}

/** Typed grades, kept for every submission until they are stored, so that switching submissions loses none. */
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
