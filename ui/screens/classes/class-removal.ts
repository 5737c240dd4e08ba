import { classRemovalPhrase, PHRASE_MISMATCH } from "../../../core/rules/accounts/removal-phrase.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { confirmFirst, toast } from "../../store.ts";

/** Asks the user to type the phrase, then deletes the class. */
export function confirmClassRemoval(group: ClassSummary, onRemoved: () => Promise<void>): void {
  confirmFirst({
    title: `Delete ${group.class_code}, group ${group.class_group}?`,
    text: "All tasks of the class are removed too, with their submissions and grades. This cannot be undone.",
    action: "Delete Class",
    busy: "Deleting...",
    typed: { text: classRemovalPhrase(group), mismatch: PHRASE_MISMATCH },
    async run() {
      try {
        const { message } = await call("deleteClass", { params: { classId: group.id } });
        toast(message);
      } catch {
        return TEXTS.classes.deleteFailed;
      }
      await onRemoved();
      return null;
    },
  });
}
