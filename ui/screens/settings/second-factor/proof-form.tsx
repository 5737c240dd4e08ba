import { checkCode, SECOND_FACTOR_TEXTS } from "../../../../core/rules/accounts/second-factor.ts";
import { CodeInput } from "../../../components/auth/code-input.tsx";
import { useForm } from "../../../hooks/use-form.ts";
import { OwnPassword, SettingsForm } from "../settings-form.tsx";

interface ProofFormProps {
  readonly title: string;
  readonly action: string;
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
    <SettingsForm form={form} label={title} action={action} onCancel={onCancel}>
      <h3>{title}</h3>
      <OwnPassword autoFocus {...form.input("password")} />
      <CodeInput form={form} />
    </SettingsForm>
  );
}
