import { useState } from "react";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { call } from "../../../api.ts";
import { useAction } from "../../../calls/use-action.ts";
import { toast } from "../../../store.ts";

type Groups = readonly (readonly string[])[];

/** The last result, by task: going back to the page shows it again. */
const lastFound = new Map<string, Groups>();

export function useSimilar(taskId: string) {
  const [groups, setGroups] = useState<Groups>(lastFound.get(taskId) ?? []);

  async function find(): Promise<Groups> {
    const query = { task_id: taskId, margin_of_error: LIMITS.similarityMargin };
    const { flagged_circuits: found } = await call("flagSimilarCircuits", { query });
    lastFound.set(taskId, found);
    setGroups(found);
    return found;
  }

  const { busy, run } = useAction(async () => {
    const isFound = (await find()).length > 0;
    toast(isFound ? TEXTS.submissions.similarities : TEXTS.submissions.noSimilarities, "info");
  });
  return {
    groups,
    checking: busy,
    check: run,
    /** Repeats a check that was made, without a message. */
    async renew(): Promise<void> {
      if (lastFound.has(taskId)) await find();
    },
  };
}
