import { useEffect, useState } from "react";
import type { GradeRows, File as Submission } from "../../../server/contract/file.ts";
import { call, messageOf } from "../../api.ts";
import { holdUnsavedWork, toast } from "../../store.ts";
import { draftOf, type GradeDraft } from "./grade-draft.ts";

export interface Grading {
  /** What was typed for this submission and not stored. */
  readonly draft: GradeDraft | null;
  readonly saving: boolean;
  change(draft: GradeDraft): void;
  /** Stores the grade shown; false where that failed or none is shown. */
  store(): Promise<boolean>;
}

/** Grades as they are typed: kept for every submission until they are stored, so that paging on loses none. */
export function useGrading(
  submission: Submission,
  { grade, onStored }: { grade: GradeRows | null; onStored: () => Promise<void> },
): Grading {
  const { id } = submission;
  const [drafts, setDrafts] = useState<ReadonlyMap<string, GradeDraft>>(new Map());
  const [saving, setSaving] = useState(false);
  const draft = drafts.get(id) ?? null;
  const unsaved = drafts.size > 0;

  // The browser asks before a typed grade is lost with the page.
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const release = holdUnsavedWork();
    window.addEventListener("beforeunload", ask);
    return () => {
      release();
      window.removeEventListener("beforeunload", ask);
    };
  }, [unsaved]);

  async function store(): Promise<boolean> {
    if (!grade || saving) return false;
    const { total, comment } = draftOf(grade, draft);
    if (!/^\d+$/.test(total)) return false;
    setSaving(true);
    try {
      await call("updateGrade", { params: { fileId: id }, body: { total_grade: Number(total), comment } });
      setDrafts((before) => new Map([...before].filter(([key]) => key !== id)));
      await onStored();
      toast(`Grade ${total}/${grade.maximum_grade} stored for ${submission.filename}.`);
      return true;
    } catch (error) {
      toast(messageOf(error), "error");
      return false;
    } finally {
      setSaving(false);
    }
  }

  return {
    draft,
    saving,
    change: (next) => setDrafts((before) => new Map(before).set(id, next)),
    store,
  };
}
