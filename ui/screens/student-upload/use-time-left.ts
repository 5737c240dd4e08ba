import { useEffect, useState } from "react";
import type { PublicTask } from "../../../server/contract/tasks/task.ts";
import { uploadTimeLeft } from "./time-left.ts";

const TICK = 1000;

/** Milliseconds before a failed request is repeated. */
const ASK_AGAIN = 15_000;

/**
 * The time until the due date, in words; calls `onDue` when it has come. It is based on the server's time: a phone's
 * clock may be wrong by days.
 */
export function useTimeLeft(task: PublicTask, onDue: () => void): string {
  const [words, setWords] = useState(() => uploadTimeLeft(atAnswer(task)));

  // Updated while the page is open; a phone that slept shows the correct time when it wakes up.
  useEffect(() => {
    if (task.closed) return;
    const begun = Date.now();
    let asked = Number.NEGATIVE_INFINITY;
    function tick(): void {
      const left = atAnswer(task) - (Date.now() - begun);
      setWords(uploadTimeLeft(left));
      if (left > 0 || Date.now() - asked < ASK_AGAIN) return;
      // The response brings a new time.
      asked = Date.now();
      onDue();
    }
    const timer = setInterval(tick, TICK);
    setWords(uploadTimeLeft(atAnswer(task)));
    return () => clearInterval(timer);
  }, [task, onDue]);

  return words;
}

/** Milliseconds that were left when the server answered. */
function atAnswer({ due_date, now }: PublicTask): number {
  return Date.parse(due_date) - Date.parse(now);
}
