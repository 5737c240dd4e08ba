import { useState } from "react";
import { messageOf } from "../api.ts";
import { toast } from "../store.ts";

/**
 * Something that a button does: `run` does nothing while it is in progress. What it throws is shown to the user, unless
 * `onFailure` does something else with it.
 */
export function useAction<Given extends unknown[]>(
  act: (...given: Given) => Promise<void>,
  onFailure: (error: unknown) => void = (error) => toast(messageOf(error), "error"),
): { readonly busy: boolean; run(...given: Given): Promise<void> } {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(...given) {
      if (busy) return;
      setBusy(true);
      try {
        await act(...given);
      } catch (error) {
        onFailure(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
