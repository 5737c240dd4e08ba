import { RadioGroup } from "@radix-ui/themes";
import { useId } from "react";
import {
  checkTokenName,
  TOKEN_DAYS,
  TOKEN_NAME_LENGTH,
  TOKEN_SCOPES,
  TOKEN_TEXTS,
  type TokenScope,
} from "../../../core/rules/accounts/access-token.ts";
import { call } from "../../api.ts";
import { Choice } from "../../components/choice.tsx";
import { TextInput } from "../../components/field.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { OwnPassword, SettingsForm } from "./settings-form.tsx";

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

  return (
    <SettingsForm form={form} action="Make Token" onCancel={onCancel}>
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
      <Choice
        label="Valid for"
        value={String(form.fields.days)}
        options={TOKEN_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
        onChange={(days) => form.change({ days: Number(days) as Fields["days"] })}
      />
      {local_passwords && <OwnPassword {...form.input("password")} />}
    </SettingsForm>
  );
}
