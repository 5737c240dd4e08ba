import { setImmediate } from "node:timers/promises";
import type { Mail } from "../adapters/mailer.ts";
import type { AppContext } from "../context.ts";

/**
 * Sends a mail when the answer to the request is on its way, so that its time does not tell whether there was one;
 * null: there is none.
 */
export function sendAfterAnswer({ lifecycle, mailer }: AppContext, mail: Mail | null): void {
  async function send(): Promise<void> {
    await setImmediate();
    if (mail !== null) await mailer.send(mail);
  }
  lifecycle.inBackground("mail", send());
}
