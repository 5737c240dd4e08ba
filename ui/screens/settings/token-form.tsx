import { Button, RadioGroup, Select } from "@radix-ui/themes";
import { type KeyboardEvent, useId } from "react";
import {
  checkTokenName,
  TOKEN_DAYS,
  TOKEN_NAME_LENGTH,
  TOKEN_SCOPES,
  TOKEN_TEXTS,
  type TokenScope,
} from "../../../core/rules/accounts/access-token.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { call } from "../../api.ts";
import { Field, PasswordInput, TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";

const SCOPES: Readonly<Record<TokenScope, string>> = {
  read: "Read tasks, rosters and keys",
  grade: "Read, and write grades and pages",
};

interface Fields {
  readonly name: string;
  readonly scope: TokenScope;
  readonly days: (typeof TOKEN_DAYS)[number];
  readonly password: string;
}

const EMPTY: Fields = { name: "", scope: "grade", days: 90, password: "" };

/**
 * The name, rights and lifetime of a new token; the password proves that it is the user who asks, or, where there are no
 * passwords, that the user has just signed on.
 */
export function TokenForm({ onMade, onCancel }: { onMade(token: string): void; onCancel(): void }) {
  const { local_passwords } = pageData().site;
  const scopeLabel = useId();
  const form = useForm<Fields>(EMPTY, {
    check({ name, password }) {
      const missing = { code: "password-required", field: "password", message: TOKEN_TEXTS.passwordRequired };
      return [...checkTokenName(name), ...(local_passwords && password === "" ? [missing] : [])];
    },
    async send(fields) {
      const { token } = await call("createAccessToken", { body: fields });
      onMade(token);
    },
  });

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === "Escape" && !event.defaultPrevented) onCancel();
  }

  return (
    <form className="settings-part" noValidate onSubmit={form.submit} onKeyDown={closeOnEscape}>
      <TextInput
        label="Token Name"
        hint="What uses it, such as Laptop."
        autoFocus
        autoComplete="off"
        maxLength={TOKEN_NAME_LENGTH}
        {...form.input("name")}
      />
      <div className="field">
        <span className="field-label" id={scopeLabel}>
          The token may
        </span>
        <RadioGroup.Root
          aria-labelledby={scopeLabel}
          value={form.fields.scope}
          onValueChange={(scope) => form.change({ scope: scope as TokenScope })}
        >
          {TOKEN_SCOPES.map((scope) => (
            <RadioGroup.Item key={scope} value={scope}>
              {SCOPES[scope]}
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      </div>
      <Field label="Valid for">
        {(ids) => (
          <Select.Root
            size="3"
            value={String(form.fields.days)}
            onValueChange={(days) => form.change({ days: Number(days) as Fields["days"] })}
          >
            <Select.Trigger {...ids} />
            <Select.Content>
              {TOKEN_DAYS.map((days) => (
                <Select.Item key={days} value={String(days)}>
                  {days} days
                </Select.Item>
              ))}
            </Select.Content>
          </Select.Root>
        )}
      </Field>
      {local_passwords && (
        <PasswordInput
          label="Your Password"
          autoComplete="current-password"
          maxLength={LIMITS.loginPasswordLength}
          {...form.input("password")}
        />
      )}
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      <div className="settings-row">
        <Button type="submit" disabled={form.busy}>
          {form.busy ? "Making..." : "Make Token"}
        </Button>
        <Button type="button" variant="soft" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
