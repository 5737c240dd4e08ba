import { usePart } from "../../../store.ts";
import { useEvaluator } from "../evaluator-store.ts";
import type { GradeDraft } from "./grade-draft.ts";

/** Typed grades, kept for every submission until they are stored, so that switching submissions loses none. */
export function useGradeDrafts() {
  const { store } = useEvaluator();
  const drafts = usePart(store, "drafts");
  return {
    ids: [...drafts.keys()],
    of: (fileId: string) => drafts.get(fileId) ?? null,
    /** Null: nothing is left to store. */
    put(fileId: string, draft: GradeDraft | null): void {
      store.set("drafts", (before) => {
        const others = [...before].filter(([id]) => id !== fileId);
        return new Map(draft === null ? others : [...others, [fileId, draft]]);
      });
    },
    /** Moves it to the page that replaced another; input for that one takes precedence. */
    move(fileId: string, to: string): void {
      store.set("drafts", (before) => {
        const draft = before.get(fileId);
        const others = new Map([...before].filter(([id]) => id !== fileId));
        return draft && !others.has(to) ? others.set(to, { ...draft, seen: null }) : others;
      });
    },
  };
}
