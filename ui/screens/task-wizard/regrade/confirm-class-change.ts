import type { ClassSummary } from "../../../../server/contract/tasks/classes.ts";
import type { Regrade } from "../../../../server/contract/tasks/regrade.ts";
import { classGroupLabel } from "../../../format.ts";
import { confirmFirst } from "../../../store.ts";
import { classChangeWords } from "./regrade-words.ts";

/** Asks before a task moves to a class in which not all students who handed in are enrolled; false if it should not. */
export function confirmClassChange(change: Regrade["class_change"], group: ClassSummary): Promise<boolean> {
  if (change === null || change.not_enrolled === 0) return Promise.resolve(true);
  return new Promise((resolve) =>
    confirmFirst({
      title: "Change the class group?",
      text: classChangeWords(change, classGroupLabel(group)),
      action: "Change Class Group",
      onCancel: () => resolve(false),
      run: () => resolve(true),
    }),
  );
}
