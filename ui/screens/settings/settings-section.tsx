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
  const body = (
    <>
      <h2 id={id}>{title}</h2>
      {hint && <p className="field-hint">{hint}</p>}
      {children}
    </>
  );
  if (!onSubmit) {
    return (
      <section className="panel panel-body spaced settings-section" aria-labelledby={id}>
        {body}
      </section>
    );
  }
  return (
    <form className="panel panel-body spaced settings-section" noValidate aria-labelledby={id} onSubmit={onSubmit}>
      {body}
    </form>
  );
}
