import { useEffect, useState } from "react";

/** A short message that disappears by itself after some seconds. */
export function usePassingNote<Note = string>(seconds: number): [Note | null, (note: Note | null) => void] {
  const [note, setNote] = useState<Note | null>(null);

  // The note stays for a while.
  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), seconds * 1000);
    return () => clearTimeout(timer);
  }, [note, seconds]);

  return [note, setNote];
}
