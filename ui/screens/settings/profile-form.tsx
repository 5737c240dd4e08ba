import { Button } from "@radix-ui/themes";
import { ACCOUNT_LIMITS, checkProfile } from "../../../core/rules/accounts/account-fields.ts";
import type { User } from "../../../server/contract/accounts/auth.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { useUnsaved } from "../../hooks/use-leave-warning.ts";
import { setUser, toast } from "../../store.ts";
import { SettingsSection } from "./settings-section.tsx";

export function ProfileForm({ user }: { readonly user: User }) {
  const form = useForm(
    { name: user.name, contactNumber: user.contact_number ?? "" },
    {
      check: checkProfile,
      async send(fields) {
        const answer = await call("updateUserInfo", { body: fields });
        setUser(answer.user);
        toast(TEXTS.toasts.nameUpdated);
      },
    },
  );
  const { name, contactNumber } = form.fields;
  useUnsaved(name.trim() !== user.name || contactNumber.trim() !== (user.contact_number ?? ""));
  return (
    <SettingsSection title="Profile" onSubmit={form.submit}>
      <TextInput label="Name" autoComplete="name" maxLength={ACCOUNT_LIMITS.nameLength} {...form.input("name")} />
      <TextInput
        label="Contact Number"
        type="tel"
        autoComplete="tel"
        maxLength={ACCOUNT_LIMITS.contactNumberLength}
        {...form.input("contactNumber")}
      />
      <TextInput label="Email" value={user.email} readOnly hint="The address of your account." />
      <FormFailure>{form.failure}</FormFailure>
      <Button type="submit" disabled={form.busy}>
        {form.busy ? "Saving..." : "Save Profile"}
      </Button>
    </SettingsSection>
  );
}
