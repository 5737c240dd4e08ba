import type { GradeChanged, File as Submission } from "../../../../server/contract/results/file.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { toast, usePart } from "../../../store.ts";
import { withEntry } from "../../../with-entry.ts";
import { useEvaluator, useSubmission, whileStoring } from "../evaluator-store.ts";
import { nextUngraded } from "../submissions/submissions.ts";
import { useReading } from "../tools/use-tools.ts";
import { usePage } from "../use-page.ts";
import { type GradeDraft, isTyped, shownGrade } from "./grade-draft.ts";

const AWAITED = "The page is being read with your changes. Store the grade when the proposal is there.";

export function useGrading() {
  const submission = useSubmission();
  const { store: evaluator, latest, goTo } = useEvaluator();
  const { grade, settled, renew } = usePage();
  const reading = useReading();
  const drafts = useGradeDrafts();
  const saving = usePart(evaluator, "storing").has(submission.id);
  const draft = drafts.of(submission);
  // Points that a person typed do not depend on the reading.
  const awaitsProposal = reading.busy && !grade?.graded && (draft?.total ?? null) === null;

  function change(typed: Partial<Pick<GradeDraft, "total" | "comment">>): void {
    if (!grade) return;
    const { comment, seen } = shownGrade(grade, null);
    const next = { ...(draft ?? { fileId: submission.id, total: null, comment, seen }), ...typed };
    drafts.put(submission, isTyped(next, grade) ? next : null);
  }

  /** Stores the grade shown; with `next`, moves to the next ungraded submission. */
  async function store({ next }: { readonly next: boolean }): Promise<void> {
    if (!grade || saving) return;
    const { total, comment, seen } = shownGrade(grade, draft);
    if (!/^\d+$/.test(total)) return;
    if (awaitsProposal) return toast(AWAITED, "info");
    const isChanged = await whileStoring(evaluator, submission.id, async () => {
      try {
        await settled();
        const body = { total_grade: Number(total), comment, seen };
        await call("updateGrade", { params: { fileId: submission.id }, body });
        drafts.put(submission, null);
        await renew();
        toast(`Grade ${total}/${grade.maximum_grade} stored for ${submission.filename}.`);
        // The user may have moved to another submission meanwhile.
        const { files, current } = latest.current;
        if (next && current?.id === submission.id) goTo(nextUngraded(files, submission.id));
      } catch (error) {
        toast(messageOf(error), "error");
        if (!(error instanceof ApiError) || error.code !== "grade-changed") return false;
        // The input stays, and replaces the other grade if it is stored again.
        const seen = (error.body as GradeChanged).stored;
        if (draft) drafts.put(submission, { fileId: submission.id, total, comment, seen });
        return true;
      }
      return false;
    });
    // The other grade is shown when the form is open again: a person who sees it can answer at once.
    if (isChanged) await renew();
  }

  return { draft, saving, change, store };
}

/**
 * Typed grades, kept for every answer until they are stored, so that switching submissions loses none. If another page
 * of the answer counts meanwhile, they are shown with that one.
 */
export function useGradeDrafts() {
  const { store, files } = useEvaluator();
  const drafts = usePart(store, "drafts");
  return {
    isAny: files.some((file) => drafts.has(answerOf(file))),
    of(file: Submission): GradeDraft | null {
      const draft = drafts.get(answerOf(file)) ?? null;
      return draft === null || draft.fileId === file.id ? draft : { ...draft, seen: null };
    },
    /** What was typed for a page that may be deleted by now. */
    ofPage: (fileId: string): GradeDraft | null => [...drafts.values()].find((each) => each.fileId === fileId) ?? null,
    /** Null: nothing is left to store. */
    put(file: Submission, draft: GradeDraft | null): void {
      store.set("drafts", (before) => withEntry(before, answerOf(file), draft));
    },
  };
}

function answerOf({ student_id, item_number }: Submission): string {
  return `${student_id} ${item_number}`;
}
