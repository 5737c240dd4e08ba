import { Button } from "@radix-ui/themes";
import { checkRecoveryEmail } from "../../../core/rules/accounts/account-fields.ts";
import type { User } from "../../../server/contract/accounts/auth.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { useUnsaved } from "../../hooks/use-leave-warning.ts";
import { setUser, toast } from "../../store.ts";
import { OwnPassword } from "./settings-form.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function RecoveryForm({ user }: { readonly user: User }) {
  const form = useForm(
    { recoveryEmail: user.recovery_email ?? "", password: "" },
    {
      check: ({ recoveryEmail }) => checkRecoveryEmail(recoveryEmail),
      async send({ recoveryEmail, password }) {
        await call("validatePassword", { body: { email: user.email, password } });
        const answer = await call("updateUserInfo", { body: { recoveryEmail } });
        setUser(answer.user);
        form.change({ password: "" });
        toast(TEXTS.toasts.recoveryEmailUpdated);
      },
    },
  );
  // It is stored in lower case.
  useUnsaved(form.fields.recoveryEmail.trim().toLowerCase() !== (user.recovery_email ?? ""));
  return (
    <SettingsSection
      title="Recovery Email"
      hint="Used if you forget your password and cannot read your university mail."
      onSubmit={form.submit}
    >
      <TextInput label="Recovery Email Address" type="email" {...form.input("recoveryEmail")} />
      <OwnPassword {...form.input("password")} />
      <FormFailure>{form.failure}</FormFailure>
      <Button type="submit" disabled={form.busy}>
        {form.busy ? "Saving..." : "Save Recovery Email"}
      </Button>
    </SettingsSection>
  );
}
