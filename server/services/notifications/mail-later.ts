import { setTimeout } from "node:timers/promises";
import { MINUTE } from "../../../core/basics/durations.ts";
import { type Mail, MailPostponed } from "../../adapters/mailer.ts";
import type { AppContext } from "../../context.ts";

/** Milliseconds between a response and its mail: the minimum, and the random addition. */
const PAUSE = { least: 100, more: 400 } as const;

/** Milliseconds until a mail that the mail server does not take for now is sent again. */
export const SEND_AGAIN = [MINUTE, 10 * MINUTE] as const;

type Sending = Pick<AppContext, "lifecycle" | "mailer" | "log">;

/** Waits for some milliseconds; rejects if the signal says so first. */
type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

const waitFor: Wait = (milliseconds, signal) => setTimeout(milliseconds, undefined, signal && { signal });

/**
 * Sends a mail a moment after the response to the request, so that neither the time of this response nor of the next
 * one reveals whether there was a mail; null: there is none.
 */
export function sendAfterAnswer(context: Sending, mail: Mail | null, wait = waitFor): void {
  async function send(): Promise<void> {
    await wait(PAUSE.least + Math.random() * PAUSE.more);
    if (mail !== null) await sendPatiently(context, { work: "mail", mail, wait });
  }
  context.lifecycle.inBackground("mail", send());
}

/** Sends a mail while nobody waits for it; the log says if it failed, under the name of the work. */
export function sendLater(context: Sending, work: string, mail: Mail, wait = waitFor): void {
  context.lifecycle.inBackground(work, sendPatiently(context, { work, mail, wait }));
}

/** Never rejects: what is not accepted in the end is in the log. A stop of the server ends the waiting. */
async function sendPatiently(
  { lifecycle, mailer, log }: Sending,
  { work, mail, wait }: { work: string; mail: Mail; wait: Wait },
): Promise<void> {
  for (const pause of [...SEND_AGAIN, null]) {
    try {
      return await mailer.send(mail);
    } catch (error) {
      const isLast = pause === null || !(error instanceof MailPostponed) || lifecycle.stopping.aborted;
      if (isLast) return log.error("mail-failed", error, { work });
      log.warn("mail-postponed", { work, seconds: pause / 1000, reason: error.message });
      await wait(pause, lifecycle.stopping).catch(() => undefined);
    }
  }
}
