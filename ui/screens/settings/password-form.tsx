import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { checkChangePassword } from "../../../core/rules/account-fields.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import type { User } from "../../../server/contract/auth.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { ApiError, call, messageOf } from "../../api.ts";
import { PasswordInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { toast } from "../../store.ts";
import { SettingsSection } from "./settings-section.tsx";

const EMPTY = { current: "", password: "", confirmation: "" };

type Fields = typeof EMPTY;

/** A new password, after the current one was shown to be known. */
export function PasswordForm({ user }: { readonly user: User }) {
  const [fields, setFields] = useState(EMPTY);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const [saving, setSaving] = useState(false);

  async function save(): Promise<void> {
    const texts = checkChangePassword(fields).map(({ message }) => message);
    setFailures([...new Set(texts)]);
    if (texts.length > 0) return;
    setSaving(true);
    const failure = (await confirmCurrent(user.email, fields.current)) ?? (await change(fields.password));
    setSaving(false);
    if (failure !== null) return setFailures([failure]);
    setFields(EMPTY);
    toast(TEXTS.toasts.passwordChanged);
  }

  function inputOf(field: keyof Fields) {
    return {
      value: fields[field],
      maxLength: LIMITS.loginPasswordLength,
      onChange: ({ target }: { target: { value: string } }) => {
        setFields((before) => ({ ...before, [field]: target.value }));
        setFailures([]);
      },
    };
  }

  return (
    <SettingsSection title="Change Password" hint="Your other sessions end with it." onSubmit={save}>
      <PasswordInput label="Current Password" autoComplete="current-password" {...inputOf("current")} />
      <PasswordInput label="New Password" autoComplete="new-password" {...inputOf("password")} />
      <PasswordInput label="Confirm Password" autoComplete="new-password" {...inputOf("confirmation")} />
      {failures.map((text) => (
        <FormFailure key={text}>{text}</FormFailure>
      ))}
      <div className="settings-row">
        <Button type="submit" disabled={saving}>
          {saving ? "Saving..." : "Change Password"}
        </Button>
        <Link to="/forgot-password" className="settings-forgot">
          Forgot password?
        </Link>
      </div>
    </SettingsSection>
  );
}

/** Null where the password is right, else what to say. */
async function confirmCurrent(email: string, password: string): Promise<string | null> {
  try {
    await call("validatePassword", { body: { email, password } });
    return null;
  } catch (error) {
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    return refused ? error.message : TEXTS.auth.validationFailed;
  }
}

async function change(newPassword: string): Promise<string | null> {
  try {
    await call("changePassword", { body: { newPassword } });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
