import { Button } from "@radix-ui/themes";
import { checkRecoveryEmail } from "../../../core/rules/account-fields.ts";
import type { User } from "../../../server/contract/auth.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { setUser, toast } from "../../store.ts";
import { useForm } from "../../use-form.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Where recovery mail can go beside the account's own address. */
export function RecoveryForm({ user }: { readonly user: User }) {
  const form = useForm(
    { recoveryEmail: user.recovery_email ?? "" },
    {
      check: ({ recoveryEmail }) => checkRecoveryEmail(recoveryEmail),
      async send(fields) {
        const answer = await call("updateUserInfo", { body: fields });
        setUser(answer.user);
        toast(TEXTS.toasts.recoveryEmailUpdated);
      },
    },
  );
  return (
    <SettingsSection
      title="Recovery Email"
      hint="Used where you forgot your password and cannot read your university mail."
      onSubmit={form.submit}
    >
      <TextInput label="Recovery Email Address" type="email" {...form.input("recoveryEmail")} />
      {form.failure !== null && <FormFailure>{form.failure}</FormFailure>}
      <Button type="submit" disabled={form.busy}>
        {form.busy ? "Saving..." : "Save Recovery Email"}
      </Button>
    </SettingsSection>
  );
}
