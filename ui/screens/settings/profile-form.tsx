import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { ACCOUNT_LIMITS, checkProfile } from "../../../core/rules/account-fields.ts";
import type { User } from "../../../server/contract/auth.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { setUser, toast } from "../../store.ts";
import { useIssues } from "../../use-issues.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Name and contact number; the address is the account and stays. */
export function ProfileForm({ user }: { readonly user: User }) {
  const [name, setName] = useState(user.name);
  const [contactNumber, setContactNumber] = useState(user.contact_number ?? "");
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const issues = useIssues();

  async function save(): Promise<void> {
    const found = checkProfile({ name, contactNumber });
    issues.show(found);
    setFailure(null);
    if (found.length > 0) return;
    setSaving(true);
    try {
      const answer = await call("updateUserInfo", { body: { name, contactNumber } });
      setUser(answer.user);
      toast(TEXTS.toasts.nameUpdated);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setSaving(false);
  }

  return (
    <SettingsSection title="Profile" onSubmit={save}>
      <TextInput
        label="Name"
        autoComplete="name"
        maxLength={ACCOUNT_LIMITS.nameLength}
        value={name}
        error={issues.errorOf("name")}
        onChange={(event) => {
          setName(event.target.value);
          issues.clear("name");
        }}
      />
      <TextInput
        label="Contact Number"
        type="tel"
        autoComplete="tel"
        maxLength={ACCOUNT_LIMITS.contactNumberLength}
        value={contactNumber}
        error={issues.errorOf("contactNumber")}
        onChange={(event) => {
          setContactNumber(event.target.value);
          issues.clear("contactNumber");
        }}
      />
      <TextInput label="Email" value={user.email} readOnly hint="The address of your account." />
      {failure && <FormFailure>{failure}</FormFailure>}
      <Button type="submit" disabled={saving}>
        {saving ? "Saving..." : "Save Profile"}
      </Button>
    </SettingsSection>
  );
}
