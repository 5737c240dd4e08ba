import { Flex } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import {
  ACCOUNT_LIMITS,
  checkChangePassword,
  checkProfile,
  checkRecoveryEmail,
} from "../../../core/rules/accounts/account-fields.ts";
import type { User } from "../../../server/contract/accounts/auth.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { ApiError, call } from "../../api.ts";
import { CheckField } from "../../components/choices.tsx";
import { FormFailure, marked, PasswordInput, TextInput } from "../../components/controls.tsx";
import { Panel, SubmitButton } from "../../components/page-parts.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { useUnsaved } from "../../hooks/use-leave-warning.ts";
import { setUser, toast } from "../../store.ts";
import { OwnPassword } from "./settings-parts.tsx";

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
    <Panel title="Profile" onSubmit={form.submit}>
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
      <SubmitButton form={form} action="Save Profile" busy="Saving..." />
    </Panel>
  );
}

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
    <Panel
      title="Recovery Email"
      hint="Used if you forget your password and cannot read your university mail."
      onSubmit={form.submit}
    >
      <TextInput label="Recovery Email Address" type="email" {...form.input("recoveryEmail")} />
      <OwnPassword {...form.input("password")} />
      <FormFailure>{form.failure}</FormFailure>
      <SubmitButton form={form} action="Save Recovery Email" busy="Saving..." />
    </Panel>
  );
}

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
  return (
    <Panel title="Change Password" hint="Your other sessions end with it." onSubmit={form.submit}>
      <PasswordInput label="Current Password" autoComplete="current-password" {...marked(form.input("current"))} />
      <PasswordInput label="New Password" autoComplete="new-password" {...marked(form.input("password"))} />
      <PasswordInput label="Confirm Password" autoComplete="new-password" {...marked(form.input("confirmation"))} />
      <CheckField checked={form.fields.revokeTokens} onChange={(revokeTokens) => form.change({ revokeTokens })}>
        Revoke my access tokens, too
        <small>Programs that use them, such as the circuitgrade command, then need new ones.</small>
      </CheckField>
      {[...failures].map((text) => (
        <FormFailure key={text}>{text}</FormFailure>
      ))}
      <Flex align="center" gap="18px" wrap="wrap">
        <SubmitButton form={form} action="Change Password" busy="Saving..." />
        <Link to="/forgot-password" className="touch-link">
          Forgot password?
        </Link>
      </Flex>
    </Panel>
  );
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
