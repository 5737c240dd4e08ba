import { LIMITS } from "../../core/rules/limits.ts";
import { messageOf } from "../api.ts";
import { useAction } from "../calls/calls.ts";
import { usePassingNote } from "./use-passing-note.ts";

/** For a button that sends a mail again; the note about it disappears after three seconds. */
export function useResend(send: () => Promise<{ readonly message: string }>, fallback?: string) {
  const [note, setNote] = usePassingNote(LIMITS.resendNoteSeconds);
  const { busy, run } = useAction(
    async () => setNote((await send()).message),
    (error) => setNote(messageOf(error, fallback)),
  );
  return { note, busy, resend: () => void run() };
}
