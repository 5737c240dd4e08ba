import type { FormEvent, ReactNode } from "react";
import { useId } from "react";

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
