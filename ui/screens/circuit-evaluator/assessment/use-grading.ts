import { useEffect, useEffectEvent, useRef } from "react";
import type { GradeChanged } from "../../../../server/contract/results/file.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { toast, usePart } from "../../../store.ts";
import { withEntry } from "../../../with-entry.ts";
import { useNudge } from "../corrections/use-edits.ts";
import { useEvaluator, useSubmission, whileStoring } from "../evaluator-store.ts";
import { nextUngraded } from "../submissions/submissions.ts";
import { usePage } from "../use-page.ts";
import { useReading } from "../use-reading.ts";
import { type GradeDraft, isTyped, shownGrade } from "./grade-draft.ts";

const AWAITED = "The page is being read with your changes. Store the grade when the proposal is there.";

export function useGrading() {
  const submission = useSubmission();
  const { store: evaluator, reload } = useEvaluator();
  const { grade, settled, refresh } = usePage();
  const reading = useReading();
  const drafts = useGradeDrafts();
  const saving = usePart(evaluator, "storing").has(submission.id);
  const draft = drafts.of(submission.id);
  // Points that a person typed do not depend on the reading.
  const awaitsProposal = reading.busy && !grade?.graded && (draft?.total ?? null) === null;

  function change(typed: Partial<Pick<GradeDraft, "total" | "comment">>): void {
    if (!grade) return;
    const { comment, seen } = shownGrade(grade, null);
    const next = { ...(draft ?? { total: null, comment, seen }), ...typed };
    drafts.put(submission.id, isTyped(next, grade) ? next : null);
  }

  async function onStored(): Promise<void> {
    await Promise.all([refresh("other"), reload()]);
  }

  /** False if it failed or no grade is shown. */
  async function store(): Promise<boolean> {
    if (!grade || saving) return false;
    const { total, comment, seen } = shownGrade(grade, draft);
    if (!/^\d+$/.test(total)) return false;
    if (awaitsProposal) {
      toast(AWAITED, "info");
      return false;
    }
    return whileStoring(evaluator, submission.id, async () => {
      try {
        await settled();
        const body = { total_grade: Number(total), comment, seen };
        await call("updateGrade", { params: { fileId: submission.id }, body });
        drafts.put(submission.id, null);
        await onStored();
        toast(`Grade ${total}/${grade.maximum_grade} stored for ${submission.filename}.`);
        return true;
      } catch (error) {
        toast(messageOf(error), "error");
        if (error instanceof ApiError && error.code === "grade-changed")
          await showStored(error.body as GradeChanged, { total, comment });
        return false;
      }
    });
  }

  /** The input stays, and replaces the other grade if it is stored again. */
  async function showStored({ stored }: GradeChanged, sent: Pick<GradeDraft, "total" | "comment">): Promise<void> {
    if (draft) drafts.put(submission.id, { ...sent, seen: stored });
    await onStored();
  }

  return { draft, saving, change, store };
}

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

/** Stores the grade shown; with `next`, moves to the next ungraded submission. */
export function useStoring(): (options: { readonly next: boolean }) => Promise<void> {
  const submission = useSubmission();
  const { latest, goTo } = useEvaluator();
  const grading = useGrading();
  const nudge = useNudge();

  return async ({ next }) => {
    nudge.settle();
    const isStored = await grading.store();
    // The user may have moved to another submission meanwhile.
    const { files, current } = latest.current;
    if (isStored && next && current?.id === submission.id) goTo(nextUngraded(files, submission.id));
  };
}
