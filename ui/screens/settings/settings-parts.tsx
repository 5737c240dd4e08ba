import { Button, Flex } from "@radix-ui/themes";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import { FormFailure, PasswordInput } from "../../components/controls.tsx";
import type { Form, FormInput } from "../../hooks/use-form.ts";
import { type LeaveQuestion, useUnsaved } from "../../hooks/use-leave-warning.ts";
import { confirmFirst } from "../../store.ts";

interface SettingsSectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
  /** If given, the section is a form. */
  onSubmit?(event: FormEvent): void;
}

export function SettingsSection({ title, hint, children, onSubmit }: SettingsSectionProps) {
  const id = useId();
  const Section = onSubmit ? "form" : "section";
  const form = onSubmit && { noValidate: true, onSubmit };
  return (
    <Section className="panel panel-body spaced settings-section" aria-labelledby={id} {...form}>
      <h2 id={id}>{title}</h2>
      {hint && <p className="field-hint">{hint}</p>}
      {children}
    </Section>
  );
}

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
        <Button type="submit" loading={form.busy}>
          {action}
        </Button>
        <Button type="button" variant="soft" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </form>
  );
}

export function OwnPassword(input: FormInput & { readonly autoFocus?: boolean }) {
  return (
    <PasswordInput
      label="Your Password"
      autoComplete="current-password"
      maxLength={LIMITS.loginPasswordLength}
      {...input}
    />
  );
}

/** For a secret that is shown only once: nobody leaves it unkept without a question. */
export function useShownOnce(question: LeaveQuestion, onDone: () => void) {
  const [kept, setKept] = useState(false);
  useUnsaved(!kept, question);

  return {
    keep: () => setKept(true),
    close: () => (kept ? onDone() : confirmFirst({ ...question, run: onDone })),
  };
}
