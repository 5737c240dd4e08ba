import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { checkRecoveryEmail } from "../../../core/rules/account-fields.ts";
import type { User } from "../../../server/contract/auth.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { TextInput } from "../../components/field.tsx";
import { setUser, toast } from "../../store.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Where recovery mail can go beside the account's own address. */
export function RecoveryForm({ user }: { readonly user: User }) {
  const [recoveryEmail, setRecoveryEmail] = useState(user.recovery_email ?? "");
  const [error, setError] = useState<string | undefined>(undefined);
  const [saving, setSaving] = useState(false);

  async function save(): Promise<void> {
    const issue = checkRecoveryEmail(recoveryEmail)[0];
    setError(issue?.message);
    if (issue) return;
    setSaving(true);
    try {
      const answer = await call("updateUserInfo", { body: { recoveryEmail } });
      setUser(answer.user);
      toast(TEXTS.toasts.recoveryEmailUpdated);
    } catch (failure) {
      setError(messageOf(failure));
    }
    setSaving(false);
  }

  return (
    <SettingsSection
      title="Recovery Email"
      hint="Used where you forgot your password and cannot read your university mail."
      onSubmit={save}
    >
      <TextInput
        label="Recovery Email Address"
        type="email"
        value={recoveryEmail}
        error={error}
        onChange={(event) => {
          setRecoveryEmail(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" disabled={saving}>
        {saving ? "Saving..." : "Save Recovery Email"}
      </Button>
    </SettingsSection>
  );
}
