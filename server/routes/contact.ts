import { checkContact } from "../../core/rules/accounts/account-fields.ts";
import { TEXTS } from "../contract/texts.ts";
import { Refusal, refuseIssues } from "../refusal.ts";
import type { Router } from "../router.ts";
import { contactMail } from "../services/notifications/mails.ts";

/** The contact form: a mail to the support address. */
export function contactRoutes({ on }: Router): void {
  on("sendMessage", async ({ context, body }) => {
    refuseIssues(checkContact(body));
    try {
      await context.mailer.send(contactMail(context.config.supportEmail, body));
    } catch (error) {
      context.log.error("mail-failed", error);
      throw new Refusal(503, { code: "mail-failed", message: TEXTS.contact.failed });
    }
    return { message: "Your message was sent. Thank you." };
  });
}
