import { EnvelopeClosedIcon } from "@radix-ui/react-icons";
import { Button, Dialog, Flex } from "@radix-ui/themes";
import { type FormEvent, useState } from "react";
import { checkSignUp } from "../../../core/rules/account-fields.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { call, messageOf } from "../../api.ts";
import { AuthLayout } from "../../components/auth-layout.tsx";
import { PasswordInput, TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { pageData } from "../../page-data.ts";
import { toast } from "../../store.ts";
import { useIssues } from "../../use-issues.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";

const PASSWORD_HINT = `${LIMITS.signUpPasswordMinLength} to ${LIMITS.loginPasswordLength} characters with an uppercase letter, a lowercase letter and a number.`;

export interface SignUpFormProps {
  /** From the link of the first start: the account needs no mail then. */
  readonly setupToken: string | null;
  onLogin(): void;
}

/** A university email and a password, twice. */
export function SignUpForm({ setupToken, onLogin }: SignUpFormProps) {
  const domain = pageData().site.university_domain;
  const [fields, setFields] = useState({ email: "", password: "", confirmation: "" });
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const issues = useIssues();

  function change(part: Partial<typeof fields>): void {
    setFields({ ...fields, ...part });
    setFailure(null);
    for (const field of Object.keys(part)) issues.clear(field);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = checkSignUp(fields, domain);
    issues.show(found);
    if (found.length > 0) return;
    setBusy(true);
    try {
      const { email, password } = fields;
      const setup = setupToken === null ? {} : { setup_token: setupToken };
      const { verified, message } = await call("register", { body: { email: email.trim(), password, ...setup } });
      if (verified) {
        toast(message);
        onLogin();
      } else setSent(true);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  }

  return (
    <AuthLayout title="Create your account" text={`Sign up with your university email, like name@${domain}.`}>
      <form className="auth-fields" noValidate onSubmit={(event) => void submit(event)}>
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <TextInput
          label="University email"
          type="email"
          autoComplete="username"
          maxLength={LIMITS.loginEmailLength}
          value={fields.email}
          error={issues.errorOf("email")}
          onChange={(event) => change({ email: event.target.value })}
        />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          maxLength={LIMITS.loginPasswordLength}
          value={fields.password}
          error={issues.errorOf("password")}
          hint={PASSWORD_HINT}
          onChange={(event) => change({ password: event.target.value })}
        />
        <PasswordInput
          label="Re-enter password"
          autoComplete="new-password"
          maxLength={LIMITS.loginPasswordLength}
          value={fields.confirmation}
          error={issues.errorOf("confirmation")}
          onChange={(event) => change({ confirmation: event.target.value })}
        />
        <Button size="3" type="submit" loading={busy}>
          Sign Up
        </Button>
      </form>
      <p className="auth-foot">
        Have an account?{" "}
        <button type="button" className="link-button" onClick={onLogin}>
          Log In
        </button>
      </p>
      <Dialog.Root open={sent} onOpenChange={(open) => !open && onLogin()}>
        <Dialog.Content maxWidth="440px">
          <EnvelopeClosedIcon width="28" height="28" className="dialog-icon" />
          <Dialog.Title mt="3">Verify Your Email</Dialog.Title>
          <Dialog.Description size="2" mb="4">
            We sent a link to <strong>{fields.email.trim()}</strong>. Please check your university inbox (and spam) and
            open the link to verify your email.
          </Dialog.Description>
          <ResendConfirmation email={fields.email} />
          <Flex justify="end" mt="4">
            <Button onClick={onLogin}>Back to Login</Button>
          </Flex>
        </Dialog.Content>
      </Dialog.Root>
    </AuthLayout>
  );
}
