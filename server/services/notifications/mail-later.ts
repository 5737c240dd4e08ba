import { setTimeout } from "node:timers/promises";
import type { Mail } from "../../adapters/mailer.ts";
import type { AppContext } from "../../context.ts";

/** Milliseconds between an answer and its mail: at least, and as many more by chance. */
const PAUSE = { least: 100, more: 400 } as const;

/**
 * Sends a mail a moment after the answer to the request, so that neither its time nor that of the next request tells
 * whether there was one; null: there is none.
 */
export function sendAfterAnswer({ lifecycle, mailer }: AppContext, mail: Mail | null): void {
  async function send(): Promise<void> {
    await setTimeout(PAUSE.least + Math.random() * PAUSE.more);
    if (mail !== null) await mailer.send(mail);
  }
  lifecycle.inBackground("mail", send());
}
