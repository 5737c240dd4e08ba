import type { GradeChanged } from "../../../../server/contract/results/file.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { toast, usePart } from "../../../store.ts";
import { useEvaluator, useSubmission, whileStoring } from "../evaluator-store.ts";
import { usePage } from "../use-page.ts";
import { useReading } from "../use-reading.ts";
import { type GradeDraft, isTyped, shownGrade } from "./grade-draft.ts";
import { useGradeDrafts } from "./use-grade-drafts.ts";

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
