import { type ChangeEvent, type SyntheticEvent, useState } from "react";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import { ApiError, messageOf } from "../api.ts";
import { toast } from "../store.ts";
import { useMounted } from "./use-mounted.ts";

/** What is wrong with a field. */
export type FieldIssue = Pick<RuleIssue, "field" | "message">;

export interface FormOptions<Fields> {
  check(fields: Fields): readonly FieldIssue[];
  /** May return what only the server finds wrong; it is shown as what `check` finds. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
  send(fields: Fields): Promise<readonly FieldIssue[] | void>;
  /** The message for a failure that is not an answer of the server. */
  readonly fallback?: string;
  /** Keeps the fields instead of the form. */
  readonly draft?: FormDraft<Fields>;
}

/** Fields that outlive their form. */
export interface FormDraft<Fields> {
  readonly fields: Fields;
  change(part: Partial<Fields>): void;
  /** The fields that are still as they were sent are as at the start again. Returns whether others were typed since. */
  forget(sent: Fields): boolean;
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
  /** The same of a field that is chosen. */
  choice<Field extends keyof Fields & string>(field: Field): FormChoice<Fields[Field]>;
  /** Of the form, or of a field that submits it. */
  submit(event: SyntheticEvent): void;
}

export interface FormInput {
  readonly value: string;
  readonly error: string | undefined;
  onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void;
}

export interface FormChoice<Value> {
  readonly value: Value;
  readonly error: string | undefined;
  onChange(value: Value): void;
}

export function useForm<Fields extends object>(
  start: Fields,
  { check, send, fallback, draft }: FormOptions<Fields>,
): Form<Fields> {
  const [first] = useState(start);
  const [own, setOwn] = useState(first);
  const fields = draft?.fields ?? own;
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [issues, setIssues] = useState<readonly FieldIssue[]>([]);
  const isMounted = useMounted();

  function errorOf(field: string): string | undefined {
    const messages = issues.filter((issue) => issue.field === field).map(({ message }) => message);
    return messages.length === 0 ? undefined : messages.join("\n");
  }

  function change(part: Partial<Fields>, edited?: string): void {
    if (draft) draft.change(part);
    else setOwn((before) => ({ ...before, ...part }));
    setError(null);
    // A field's name may begin the names of others, its parts.
    for (const name of edited === undefined ? Object.keys(part) : [edited]) {
      setIssues((before) => before.filter(({ field }) => !field.startsWith(name)));
    }
  }

  /** Returns whether there are any. */
  function showIssues(found: readonly FieldIssue[], form: ParentNode): boolean {
    setIssues(found);
    if (found.length > 0) focusFirst('[aria-invalid="true"]', form);
    return found.length > 0;
  }

  async function submit(form: ParentNode): Promise<void> {
    setError(null);
    if (showIssues(check(fields), form) || busy) return;
    setBusy(true);
    try {
      showIssues((await send(fields)) ?? [], form);
    } catch (thrown) {
      setError(thrown);
      // The form was closed or left meanwhile; that the session is over is said already.
      const isOver = thrown instanceof ApiError && thrown.code === "session-expired";
      if (!isMounted() && !isOver) toast(messageOf(thrown, fallback), "error");
    }
    setBusy(false);
  }

  function choice<Field extends keyof Fields & string>(field: Field): FormChoice<Fields[Field]> {
    return {
      value: fields[field],
      error: errorOf(field),
      onChange: (value) => change({ [field]: value } as unknown as Partial<Fields>),
    };
  }

  return {
    fields,
    issues: { all: issues, errorOf },
    busy,
    failure: error === null ? null : messageOf(error, fallback),
    error,
    changed: fields !== first,
    change,
    input(field) {
      const { value, onChange, ...rest } = choice(field);
      return { value: String(value), onChange: ({ target }) => onChange(target.value as typeof value), ...rest };
    },
    choice,
    submit(event) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}

export interface Issues {
  /** The errors of a field, one line for each rule it breaks, or undefined. */
  errorOf(field: string): string | undefined;
  readonly all: readonly FieldIssue[];
}

/** Focuses the first element of `part` that matches, once the latest change is rendered. */
export function focusFirst(selector: string, part: ParentNode = document): void {
  // A frame may come before a change after an await is rendered.
  requestAnimationFrame(() => setTimeout(() => part.querySelector<HTMLElement>(selector)?.focus()));
}
