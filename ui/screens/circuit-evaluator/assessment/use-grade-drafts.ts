import { useEffect, useEffectEvent, useRef } from "react";
import { ApiError, call } from "../../../api.ts";
import { toast, usePart } from "../../../store.ts";
import { withEntry } from "../../../with-entry.ts";
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
      store.set("drafts", (before) => withEntry(before, fileId, draft));
    },
    /** Moves it to the page that replaced another; input for that one takes precedence. */
    move(fileId: string, to: string): void {
      store.set("drafts", (before) => {
        const draft = before.get(fileId);
        const others = withEntry(before, fileId, null);
        return draft && !others.has(to) ? others.set(to, { ...draft, seen: null }) : others;
      });
    },
  };
}

const DROPPED = "A submission was deleted, and with it what you typed for it.";

/**
 * Input for a submission that no longer counts moves to the page that replaced it, wherever the instructor is; if the
 * submission was deleted, it can no longer be stored.
 */
export function useDraftMoves(): void {
  const { files } = useEvaluator();
  const drafts = useGradeDrafts();
  const counting = new Set(files.map(({ id }) => id));
  const left = drafts.ids
    .filter((id) => !counting.has(id))
    .sort()
    .join(" ");

  // One response is enough: a second one would say the same.
  const asked = useRef(new Set<string>());

  const moveAlong = useEffectEvent(async (fileId: string) => {
    if (asked.current.has(fileId)) return;
    asked.current.add(fileId);
    try {
      const { submissions } = await call("getSubmissionHistory", { params: { fileId } });
      const successor = submissions.find(({ counts }) => counts);
      if (successor && successor.id !== fileId) drafts.move(fileId, successor.id);
    } catch (error) {
      // Without a response it waits for the next event.
      if (!(error instanceof ApiError) || error.status !== 404) return;
      drafts.put(fileId, null);
      toast(DROPPED, "info");
    } finally {
      asked.current.delete(fileId);
    }
  });

  // An event about submissions also retries what got no response before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer's list is a new one
  useEffect(() => {
    for (const fileId of left.split(" ").filter(Boolean)) void moveAlong(fileId);
  }, [left, files]);
}
