import { DownloadIcon } from "@radix-ui/react-icons";
import { Button, Flex } from "@radix-ui/themes";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { CopyButton, FormFailure, Notice, PasswordInput } from "../../components/controls.tsx";
import { SubmitButton } from "../../components/page-parts.tsx";
import type { Form, FormInput } from "../../hooks/use-form.ts";
import { type LeaveQuestion, useUnsaved } from "../../hooks/use-leave-warning.ts";
import { saveFile } from "../../save-file.ts";
import { confirmFirst } from "../../store.ts";

interface SettingsFormProps {
  readonly form: Pick<Form<object>, "failure" | "busy" | "submit">;
  readonly action: string;
  readonly label?: string;
  readonly children: ReactNode;
  onCancel(): void;
}

export function SettingsForm({ form, action, label, children, onCancel }: SettingsFormProps) {
  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === "Escape" && !event.defaultPrevented) onCancel();
  }
  return (
    <form className="spaced box" noValidate aria-label={label} onSubmit={form.submit} onKeyDown={closeOnEscape}>
      {children}
      <FormFailure>{form.failure}</FormFailure>
      <Flex align="center" gap="18px" wrap="wrap">
        <SubmitButton form={form} action={action} />
        <Button type="button" variant="soft" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </form>
  );
}

export function OwnPassword(input: FormInput & { readonly autoFocus?: boolean }) {
  return <PasswordInput label="Your Password" autoComplete="current-password" {...input} />;
}

interface ShownOnceProps {
  /** What they are, for people who cannot see them. */
  readonly label: string;
  readonly secrets: readonly string[];
  /** What to do with them. */
  readonly notice: string;
  readonly question: LeaveQuestion;
  readonly copy: { readonly label: string; readonly done: string };
  readonly fileName: string;
  onDone(): void;
}

/** Secrets that are shown only once: nobody leaves them unkept without a question. */
export function ShownOnce({ label, secrets, notice, question, copy, fileName, onDone }: ShownOnceProps) {
  const list = useRef<HTMLOListElement>(null);
  const [kept, setKept] = useState(false);
  const keep = () => setKept(true);
  useUnsaved(!kept, question);
  const text = secrets.join("\n");

  // They replaced the form that had the focus.
  useEffect(() => list.current?.focus(), []);

  function save(): void {
    saveFile(new Blob([`${text}\n`], { type: "text/plain" }), fileName);
    keep();
  }

  return (
    <div className="spaced box">
      <Notice color="amber" role="status">
        {notice}
      </Notice>
      <ol ref={list} className="row" tabIndex={-1} aria-label={label} onCopy={keep}>
        {secrets.map((secret) => (
          <li key={secret} className="mono typed-text">
            {secret}
          </li>
        ))}
      </ol>
      <Flex align="center" gap="18px" wrap="wrap">
        <CopyButton text={text} {...copy} onCopied={keep} />
        <Button variant="soft" onClick={save}>
          <DownloadIcon />
          Save as File
        </Button>
        <Button
          variant="soft"
          color="gray"
          onClick={() => (kept ? onDone() : confirmFirst({ ...question, run: onDone }))}
        >
          Done
        </Button>
      </Flex>
    </div>
  );
}
