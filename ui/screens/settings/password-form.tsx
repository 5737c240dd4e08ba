import { Button, Flex } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { checkChangePassword } from "../../../core/rules/accounts/account-fields.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import type { User } from "../../../server/contract/accounts/auth.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { ApiError, call } from "../../api.ts";
import { CheckField, PasswordInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { toast } from "../../store.ts";
import { SettingsSection } from "./settings-section.tsx";

const EMPTY = { current: "", password: "", confirmation: "", revokeTokens: true };

interface PasswordFormProps {
  readonly user: User;
  /** Called when the user has a new password; the other sessions have ended, and perhaps the access tokens. */
  onChanged(ended: { readonly tokens: boolean }): void;
}

export function PasswordForm({ user, onChanged }: PasswordFormProps) {
  const form = useForm<typeof EMPTY>(EMPTY, {
    check: checkChangePassword,
    async send({ current, password, revokeTokens }) {
      await confirmCurrent(user.email, current);
      await call("changePassword", { body: { newPassword: password, revokeTokens } });
      form.change(EMPTY);
      toast(TEXTS.toasts.passwordChanged);
      onChanged({ tokens: revokeTokens });
    },
  });
  // Three empty fields share one message.
  const failures = new Set([...form.issues.all.map(({ message }) => message), ...(form.failure ? [form.failure] : [])]);
  const common = { maxLength: LIMITS.loginPasswordLength };
  return (
    <SettingsSection title="Change Password" hint="Your other sessions end with it." onSubmit={form.submit}>
      <PasswordInput label="Current Password" autoComplete="current-password" {...common} {...inputOf("current")} />
      <PasswordInput label="New Password" autoComplete="new-password" {...common} {...inputOf("password")} />
      <PasswordInput label="Confirm Password" autoComplete="new-password" {...common} {...inputOf("confirmation")} />
      <CheckField checked={form.fields.revokeTokens} onChange={(revokeTokens) => form.change({ revokeTokens })}>
        Revoke my access tokens, too
        <small>Programs that use them, such as the circuitgrade command, then need new ones.</small>
      </CheckField>
      {[...failures].map((text) => (
        <FormFailure key={text}>{text}</FormFailure>
      ))}
      <Flex align="center" gap="18px" wrap="wrap">
        <Button type="submit" disabled={form.busy}>
          {form.busy ? "Saving..." : "Change Password"}
        </Button>
        <Link to="/forgot-password" className="touch-link">
          Forgot password?
        </Link>
      </Flex>
    </SettingsSection>
  );

  /** Errors are shown below all three. */
  function inputOf(field: "current" | "password" | "confirmation") {
    const { value, error, onChange } = form.input(field);
    return { value, onChange, ...(error !== undefined && { "aria-invalid": true }) };
  }
}

/** @throws {ApiError} if the password is wrong, or could not be checked. */
async function confirmCurrent(email: string, password: string): Promise<void> {
  try {
    await call("validatePassword", { body: { email, password } });
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
    throw new ApiError(0, { code: "not-validated", message: TEXTS.auth.validationFailed });
  }
}
