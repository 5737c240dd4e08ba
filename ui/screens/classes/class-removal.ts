import { classRemovalPhrase, PHRASE_MISMATCH } from "../../../core/rules/accounts/removal-phrase.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { renew } from "../../calls/queries.ts";
import { confirmFirst, toast } from "../../store.ts";

export function confirmClassRemoval(group: ClassSummary): void {
  confirmFirst({
    title: `Delete ${group.class_code}, group ${group.class_group}?`,
    text: "All tasks of the class are removed too, with their submissions and grades. This cannot be undone.",
    action: "Delete Class",
    busy: "Deleting...",
    failed: TEXTS.classes.deleteFailed,
    typed: { text: classRemovalPhrase(group), mismatch: PHRASE_MISMATCH },
    async run() {
      toast((await call("deleteClass", { params: { classId: group.id } })).message);
      await renew("getClasses");
    },
  });
}
