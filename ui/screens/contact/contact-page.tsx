import { EnvelopeClosedIcon } from "@radix-ui/react-icons";
import { useState } from "react";
import { type ContactFields, checkContact } from "../../../core/rules/accounts/account-fields.ts";
import { TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { ApiError, call } from "../../api.ts";
import { FormFailure, LongInput, marked, Notice, TextInput } from "../../components/controls.tsx";
import { SubmitButton } from "../../components/page-parts.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { useLeaveWarning } from "../../hooks/use-leave-warning.ts";
import { pageData } from "../../page-data.ts";

const EMPTY: ContactFields = { firstName: "", lastName: "", email: "", message: "" };

export function Component() {
  const [sent, setSent] = useState<string | null>(null);
  const support = pageData().site.support_email;
  const form = useForm(EMPTY, {
    check: checkContact,
    async send(fields) {
      setSent(null);
      const { message } = await call("sendMessage", { body: fields }).catch(rethrow);
      form.change(EMPTY);
      setSent(message);
    },
    fallback: TEXTS.contact.failed,
  });
  const failure = form.issues.all[0]?.message ?? form.failure;
  useLeaveWarning(Object.values(form.fields).some((text) => text.trim() !== ""));

  /** Wrong fields share one message, which is shown below. */
  function inputOf(field: keyof ContactFields) {
    return { maxLength: TEXT_LENGTHS.contactLine, ...marked(form.input(field)) };
  }

  return (
    <div className="page page-narrow columns wide-right">
      <div className="spaced">
        <h1>Get in Touch</h1>
        <p className="muted">
          Do you have a question, a page that was read wrongly, or an idea? Write to us, and we will answer by e-mail.
        </p>
        <p className="muted line">
          <EnvelopeClosedIcon aria-hidden />
          <a href={`mailto:${support}`} className="touch-link">
            {support}
          </a>
        </p>
      </div>
      <form className="panel panel-body form" noValidate onSubmit={form.submit}>
        <div className="fields">
          <TextInput label="First Name" autoComplete="given-name" {...inputOf("firstName")} />
          <TextInput label="Last Name" autoComplete="family-name" {...inputOf("lastName")} />
        </div>
        <TextInput label="Email Address" type="email" autoComplete="email" {...inputOf("email")} />
        <LongInput
          label="Message"
          size="3"
          rows={7}
          maxLength={TEXT_LENGTHS.contactMessage}
          {...marked(form.input("message"))}
        />
        <FormFailure>{failure}</FormFailure>
        {sent && failure === null && <Notice role="status">{sent}</Notice>}
        <SubmitButton size="3" form={form} action="Send" busy="Sending" />
      </form>
    </div>
  );
}

/** Of the server's answers, only "too many messages" says more than the specification's text. */
function rethrow(error: unknown): never {
  throw error instanceof ApiError && error.status === 429 ? error : new Error("Not sent", { cause: error });
}
