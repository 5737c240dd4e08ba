import { LIMITS } from "../../../core/rules/limits.ts";
import type { Form } from "../../hooks/use-form.ts";
import { PasswordInput } from "../fields/field.tsx";

interface NewPasswordProps<Fields> {
  readonly form: Form<Fields & { readonly password: string; readonly confirmation: string }>;
  readonly labels: readonly [string, string];
  readonly hint?: string;
}

export function NewPassword<Fields>({ form, labels, hint }: NewPasswordProps<Fields>) {
  const common = { autoComplete: "new-password", maxLength: LIMITS.loginPasswordLength };
  return (
    <>
      <PasswordInput label={labels[0]} {...common} {...form.input("password")} hint={hint} />
      <PasswordInput label={labels[1]} {...common} {...form.input("confirmation")} />
    </>
  );
}
