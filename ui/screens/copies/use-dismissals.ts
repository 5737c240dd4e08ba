import type { DismissedPairs } from "../../../server/contract/results/copies.ts";
import { call, messageOf } from "../../api.ts";
import { renew } from "../../calls/queries.ts";
import { useCall } from "../../calls/use-call.ts";
import { toast } from "../../store.ts";

export interface Dismissals {
  readonly pairs: DismissedPairs["pairs"];
  /** Takes every pair of these files out of the checks. */
  dismiss(files: readonly string[]): Promise<void>;
  bringBack(files: readonly string[]): Promise<void>;
}

/** The pairs of a task that nobody needs to see again; both checks leave them out. */
export function useDismissals(taskId: string, { onChanged }: { onChanged(): Promise<void> }): Dismissals {
  const known = useCall("getDismissedPairs", { params: { taskId } });

  async function change(files: readonly string[], dismissed: boolean): Promise<void> {
    try {
      const body = { file_ids: [...files], dismissed };
      const now = await call("dismissPairs", { params: { taskId }, body });
      known.setData(() => now);
      await Promise.all([onChanged(), renew("findCopies")]);
    } catch (error) {
      toast(messageOf(error), "error");
    }
  }

  return {
    pairs: known.data?.pairs ?? [],
    dismiss: (files) => change(files, true),
    bringBack: (files) => change(files, false),
  };
}
