import { useState } from "react";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { call, messageOf } from "../../../api.ts";
import { toast } from "../../../store.ts";

/** The last result, by task: going back to the page shows it again. */
const lastFound = new Map<string, SimilarCheck["groups"]>();

export interface SimilarCheck {
  /** Groups of file IDs; empty until the check was made. */
  readonly groups: readonly (readonly string[])[];
  readonly checking: boolean;
  /** Returns whether any were found. */
  check(): Promise<boolean>;
  /** Repeats a check that was made, without a message. */
  renew(): Promise<void>;
}

/** Looks for drawings that are too similar, and reports the result. */
export function useSimilar(taskId: string): SimilarCheck {
  const [groups, setGroups] = useState<SimilarCheck["groups"]>(lastFound.get(taskId) ?? []);
  const [checking, setChecking] = useState(false);

  function keep(found: SimilarCheck["groups"]): void {
    lastFound.set(taskId, found);
    setGroups(found);
  }

  return {
    groups,
    checking,
    async renew() {
      if (lastFound.has(taskId)) keep(await find(taskId));
    },
    async check() {
      setChecking(true);
      try {
        const flagged = await find(taskId);
        keep(flagged);
        const found = flagged.length > 0;
        toast(found ? TEXTS.submissions.similarities : TEXTS.submissions.noSimilarities, "info");
        return found;
      } catch (error) {
        toast(messageOf(error), "error");
        return false;
      } finally {
        setChecking(false);
      }
    },
  };
}

async function find(taskId: string): Promise<SimilarCheck["groups"]> {
  const query = { task_id: taskId, margin_of_error: LIMITS.similarityMargin };
  return (await call("flagSimilarCircuits", { query })).flagged_circuits;
}
