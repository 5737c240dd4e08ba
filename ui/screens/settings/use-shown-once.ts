import { useState } from "react";
import { type LeaveQuestion, useUnsaved } from "../../hooks/use-leave-warning.ts";
import { confirmFirst } from "../../store.ts";

/** For a secret that is shown only once: nobody leaves it unkept without a question. */
export function useShownOnce(question: LeaveQuestion, onDone: () => void) {
  const [kept, setKept] = useState(false);
  useUnsaved(!kept, question);

  return {
    keep: () => setKept(true),
    close: () => (kept ? onDone() : confirmFirst({ ...question, run: onDone })),
  };
}
