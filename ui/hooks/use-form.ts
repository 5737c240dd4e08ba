import { type ChangeEvent, type SyntheticEvent, useState } from "react";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import { messageOf } from "../api.ts";

export interface FormOptions<Fields> {
  check(fields: Fields): readonly RuleIssue[];
  /** May return what only the server finds wrong; it is shown as what `check` finds. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
  send(fields: Fields): Promise<readonly RuleIssue[] | void>;
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
  /** Anything was changed since the start. */
  readonly changed: boolean;
  /** `edited` are the fields whose errors disappear: those of `part`. */
  change(part: Partial<Fields>, edited?: string): void;
  input(field: keyof Fields & string): FormInput;
  /** Of the form, or of a field that submits it. */
  submit(event: SyntheticEvent): void;
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
  const [first] = useState(start);
  const [fields, setFields] = useState(first);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const issues = useIssues();

  function change(part: Partial<Fields>, edited?: string): void {
    setFields((before) => ({ ...before, ...part }));
    setError(null);
    for (const field of edited === undefined ? Object.keys(part) : [edited]) issues.clear(field);
  }

  async function submit(form: ParentNode): Promise<void> {
    const found = check(fields);
    issues.show(found);
    setError(null);
    if (found.length > 0) return focusInvalid(form);
    if (busy) return;
    setBusy(true);
    try {
      const refused = (await send(fields)) ?? [];
      issues.show(refused);
      if (refused.length > 0) focusInvalid(form);
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
    changed: fields !== first,
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

export interface Issues {
  /** The errors of a field, one line for each rule it breaks, or undefined. */
  errorOf(field: string): string | undefined;
  readonly all: readonly RuleIssue[];
  show(issues: readonly RuleIssue[]): void;
  /** Clears the errors of an edited field; `field` may be a prefix of several names. */
  clear(field: string): void;
}

export function useIssues(): Issues {
  const [all, setAll] = useState<readonly RuleIssue[]>([]);
  return {
    all,
    errorOf(field) {
      const messages = all.filter((issue) => issue.field === field).map(({ message }) => message);
      return messages.length === 0 ? undefined : messages.join("\n");
    },
    show: setAll,
    clear(field) {
      setAll((issues) => issues.filter((issue) => !issue.field.startsWith(field)));
    },
  };
}

/** Focuses the first element of `part` that matches, once the latest change is rendered. */
export function focusFirst(selector: string, part: ParentNode = document): void {
  // A frame may come before a change after an await is rendered.
  requestAnimationFrame(() => setTimeout(() => part.querySelector<HTMLElement>(selector)?.focus()));
}

export function focusInvalid(form: ParentNode): void {
  focusFirst('[aria-invalid="true"]', form);
}
