import { useState } from "react";
import { useUnsaved } from "../../hooks/use-leave-warning.ts";
import { confirmFirst } from "../../store.ts";

interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

interface ShownOnce {
  keep(): void;
  /** Calls `onDone`, after a question if it was not kept. */
  close(): void;
}

/** For a secret that is shown only once: nobody leaves it unkept without a question. */
export function useShownOnce(question: LeaveQuestion, onDone: () => void): ShownOnce {
  const [kept, setKept] = useState(false);
  useUnsaved(!kept, question);

  return {
    keep: () => setKept(true),
    close: () => (kept ? onDone() : confirmFirst({ ...question, run: onDone })),
  };
}
