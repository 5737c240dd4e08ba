import { Button } from "@radix-ui/themes";
import { checkCode, SECOND_FACTOR_TEXTS } from "../../../../core/rules/accounts/second-factor.ts";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { CodeInput } from "../../../components/auth/code-input.tsx";
import { PasswordInput } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { useForm } from "../../../hooks/use-form.ts";

interface ProofFormProps {
  readonly title: string;
  readonly action: string;
  /** An error that it throws is shown. */
  onProved(proof: { readonly password: string; readonly code: string }): Promise<void>;
  onCancel(): void;
}

/** Password and code: what a change of the second factor asks for. */
export function ProofForm({ title, action, onProved, onCancel }: ProofFormProps) {
  const missing = { code: "password-required", field: "password", message: SECOND_FACTOR_TEXTS.passwordRequired };
  const form = useForm(
    { password: "", code: "" },
    {
      check: ({ password, code }) => [...(password === "" ? [missing] : []), ...checkCode(code)],
      send: onProved,
    },
  );
  return (
    <form className="settings-part" noValidate aria-label={title} onSubmit={form.submit}>
      <h3>{title}</h3>
      <PasswordInput
        label="Your Password"
        autoComplete="current-password"
        autoFocus
        maxLength={LIMITS.loginPasswordLength}
        {...form.input("password")}
      />
      <CodeInput form={form} />
      {form.failure !== null && <FormFailure>{form.failure}</FormFailure>}
      <div className="settings-row">
        <Button type="submit" loading={form.busy}>
          {action}
        </Button>
        <Button type="button" variant="soft" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
