import { EnvelopeClosedIcon } from "@radix-ui/react-icons";
import { Button, Callout, Heading, Spinner, TextArea } from "@radix-ui/themes";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { type ContactFields, checkContact } from "../../../core/rules/account-fields.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { ApiError, call } from "../../api.ts";
import { Field, TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { pageData } from "../../page-data.ts";
import "./contact.css";

const EMPTY: ContactFields = { firstName: "", lastName: "", email: "", message: "" };

/** What the call takes. */
const FIELD_LENGTH = 200;
const MESSAGE_LENGTH = 10_000;

/** A message to the people who run this installation. */
export function ContactPage() {
  const [fields, setFields] = useState(EMPTY);
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const support = pageData().site.support_email;

  function set(field: keyof ContactFields, value: string): void {
    setFields((before) => ({ ...before, [field]: value }));
    setMissing((before) => new Set([...before].filter((name) => name !== field)));
    setFailure(null);
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const issues = checkContact(fields);
    setMissing(new Set(issues.map(({ field }) => field)));
    setFailure(issues[0]?.message ?? null);
    setSent(null);
    if (issues.length > 0) return;
    setSending(true);
    try {
      const { message } = await call("sendMessage", { body: fields });
      setSent(message);
      setFields(EMPTY);
    } catch (error) {
      setFailure(error instanceof ApiError && error.status === 429 ? error.message : TEXTS.contact.failed);
    }
    setSending(false);
  }

  /** Wrong fields share one text, which stands below: here they only get their red frame. */
  function inputOf(field: keyof ContactFields) {
    return {
      value: fields[field],
      maxLength: FIELD_LENGTH,
      ...(missing.has(field) && { className: "contact-wrong" }),
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(field, event.target.value),
    };
  }

  return (
    <div className="page contact">
      <div className="contact-words">
        <Heading as="h1" size="8">
          Get in Touch
        </Heading>
        <p>A question, a page that was read wrongly, an idea: write to us, and we answer by e-mail.</p>
        <p className="contact-support">
          <EnvelopeClosedIcon aria-hidden />
          <a href={`mailto:${support}`}>{support}</a>
        </p>
      </div>
      <form className="panel panel-body contact-form" noValidate onSubmit={(event) => void send(event)}>
        <div className="contact-names">
          <TextInput label="First Name" autoComplete="given-name" {...inputOf("firstName")} />
          <TextInput label="Last Name" autoComplete="family-name" {...inputOf("lastName")} />
        </div>
        <TextInput label="Email Address" type="email" autoComplete="email" {...inputOf("email")} />
        <Field label="Message">
          {(ids) => (
            <TextArea
              {...ids}
              {...(missing.has("message") && { "aria-invalid": true })}
              size="3"
              rows={7}
              maxLength={MESSAGE_LENGTH}
              value={fields.message}
              onChange={(event) => set("message", event.target.value)}
            />
          )}
        </Field>
        {failure && <FormFailure>{failure}</FormFailure>}
        {sent && (
          <Callout.Root size="1" role="status">
            <Callout.Text>{sent}</Callout.Text>
          </Callout.Root>
        )}
        <Button type="submit" size="3" disabled={sending}>
          {sending && <Spinner />}
          {sending ? "Sending" : "Send"}
        </Button>
      </form>
    </div>
  );
}
