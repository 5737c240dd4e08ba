import { type ChangeEvent, type FormEvent, useState } from "react";
import type { RuleIssue } from "../core/rules/rule-issue.ts";
import { messageOf } from "./api.ts";
import { focusInvalid } from "./focus-first.ts";
import { type Issues, useIssues } from "./use-issues.ts";

export interface FormOptions<Fields> {
  /** What breaks a rule, before the server is asked. */
  check(fields: Fields): readonly RuleIssue[];
  /** Sends the fields; what it throws is the form's failure. */
  send(fields: Fields): Promise<void>;
  /** The words for a failure that is no answer of the server. */
  readonly fallback?: string;
}

export interface Form<Fields> {
  readonly fields: Fields;
  readonly issues: Issues;
  readonly busy: boolean;
  /** What the last sending came to, in words and as it was thrown; null until then and after a change. */
  readonly failure: string | null;
  readonly error: unknown;
  /** Changes fields; what was wrong with them is forgotten. */
  change(part: Partial<Fields>): void;
  /** Ties a line of text to its field. */
  input(field: keyof Fields & string): FormInput;
  submit(event: FormEvent): void;
}

export interface FormInput {
  readonly value: string;
  readonly error: string | undefined;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
}

/** The fields of a form with what is wrong with them, and its sending. */
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
