import { type ChangeEvent, type FormEvent, useState } from "react";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import { messageOf } from "../api.ts";
import { focusInvalid } from "./focus-first.ts";
import { type Issues, useIssues } from "./use-issues.ts";

export interface FormOptions<Fields> {
  check(fields: Fields): readonly RuleIssue[];
  send(fields: Fields): Promise<void>;
  /** The message for a failure that is not an answer of the server. */
  readonly fallback?: string;
}

export interface Form<Fields> {
  readonly fields: Fields;
  readonly issues: Issues;
  readonly busy: boolean;
  /** The failure of the last submit, as a message and as thrown; null before it and after a change. */
  readonly failure: string | null;
  readonly error: unknown;
  change(part: Partial<Fields>): void;
  input(field: keyof Fields & string): FormInput;
  submit(event: FormEvent): void;
}

export interface FormInput {
  readonly value: string;
  readonly error: string | undefined;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
}

export function useForm<Fields extends object>(
  start: Fields,
  { check, send, fallback }: FormOptions<Fields>,
): Form<Fields> {
  const [fields, setFields] = useState(start);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const issues = useIssues();

  function change(part: Partial<Fields>): void {
    setFields((before) => ({ ...before, ...part }));
    setError(null);
    for (const field of Object.keys(part)) issues.clear(field);
  }

  async function submit(form: ParentNode): Promise<void> {
    const found = check(fields);
    issues.show(found);
    setError(null);
    if (found.length > 0) return focusInvalid(form);
    if (busy) return;
    setBusy(true);
    try {
      await send(fields);
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  }

  return {
    fields,
    issues,
    busy,
    failure: error === null ? null : messageOf(error, fallback),
    error,
    change,
    input: (field) => ({
      value: String(fields[field]),
      error: issues.errorOf(field),
      onChange: ({ target }) => change({ [field]: target.value } as unknown as Partial<Fields>),
    }),
    submit(event) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}
