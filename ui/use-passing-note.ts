import { useEffect, useState } from "react";

/** A short word that goes away by itself after so many seconds. */
export function usePassingNote<Note = string>(seconds: number): [Note | null, (note: Note | null) => void] {
  const [note, setNote] = useState<Note | null>(null);

  // The note stands for a while.
  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), seconds * 1000);
    return () => clearTimeout(timer);
  }, [note, seconds]);

  return [note, setNote];
}
