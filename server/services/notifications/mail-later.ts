import { setTimeout } from "node:timers/promises";
import type { Mail } from "../../adapters/mailer.ts";
import type { AppContext } from "../../context.ts";

/** Milliseconds between a response and its mail: the minimum, and the random addition. */
const PAUSE = { least: 100, more: 400 } as const;

/**
 * Sends a mail a moment after the response to the request, so that neither the time of this response nor of the next
 * one reveals whether there was a mail; null: there is none.
 */
export function sendAfterAnswer({ lifecycle, mailer }: AppContext, mail: Mail | null): void {
  async function send(): Promise<void> {
    await setTimeout(PAUSE.least + Math.random() * PAUSE.more);
    if (mail !== null) await mailer.send(mail);
  }
  lifecycle.inBackground("mail", send());
}
