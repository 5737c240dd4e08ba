import { EnvelopeClosedIcon } from "@radix-ui/react-icons";
import { Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { checkSignUp } from "../../../core/rules/accounts/account-fields.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { call } from "../../api.ts";
import { AuthForm } from "../../components/auth/auth-form.tsx";
import { AuthLayout } from "../../components/auth/auth-layout.tsx";
import { NewPassword } from "../../components/auth/new-password.tsx";
import { TextInput } from "../../components/fields/field.tsx";
import { Modal, ModalText } from "../../components/modal.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { toast } from "../../store.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";

const PASSWORD_HINT = `${LIMITS.signUpPasswordMinLength} to ${LIMITS.loginPasswordLength} characters with an uppercase letter, a lowercase letter and a number.`;

const EMPTY = { email: "", password: "", confirmation: "" };

export interface SignUpFormProps {
  /** From the link of the first start: then the account needs no mail. */
  readonly setupToken: string | null;
  onLogin(): void;
}

/** A university email and a password, twice; or why nobody can sign up here. The first start's link always works. */
export function SignUpForm(props: SignUpFormProps) {
  const isClosed = pageData().site.sign_up === "closed" && props.setupToken === null;
  return isClosed ? <SignUpClosed {...props} /> : <OpenSignUp {...props} />;
}

function SignUpClosed({ onLogin }: SignUpFormProps) {
  const { support_email } = pageData().site;
  return (
    <AuthLayout title="Ask for an account" text="The administrator creates the accounts here: nobody can sign up.">
      <p className="muted">
        Ask <a href={`mailto:${support_email}`}>{support_email}</a> for one.
      </p>
      <HaveAccount onLogin={onLogin} />
    </AuthLayout>
  );
}

function HaveAccount({ onLogin }: Pick<SignUpFormProps, "onLogin">) {
  return (
    <p className="muted auth-foot">
      Have an account?{" "}
      <button type="button" className="link-button" onClick={onLogin}>
        Log In
      </button>
    </p>
  );
}

/** Whether an administrator approves the account before its owner can log in. */
function awaitsApproval(setupToken: string | null): boolean {
  return pageData().site.sign_up === "approve" && setupToken === null;
}

function OpenSignUp({ setupToken, onLogin }: SignUpFormProps) {
  const domain = pageData().site.university_domain;
  const [sent, setSent] = useState(false);
  const form = useForm(EMPTY, {
    check: (fields) => checkSignUp(fields, domain),
    async send({ email, password }) {
      const setup = setupToken === null ? {} : { setup_token: setupToken };
      const { verified, message } = await call("register", { body: { email: email.trim(), password, ...setup } });
      if (!verified) return setSent(true);
      toast(message);
      onLogin();
    },
  });
  return (
    <AuthLayout
      title="Create your account"
      text={
        <>
          Sign up with your university email, like name@{domain}.
          {awaitsApproval(setupToken) && " An administrator approves new accounts; then you get an email."}
        </>
      }
    >
      <AuthForm form={form} action="Sign Up">
        <TextInput
          label="University email"
          type="email"
          autoComplete="username"
          maxLength={LIMITS.loginEmailLength}
          {...form.input("email")}
        />
        <NewPassword form={form} labels={["Password", "Re-enter password"]} hint={PASSWORD_HINT} />
      </AuthForm>
      <HaveAccount onLogin={onLogin} />
      {sent && (
        <Modal
          title={
            <Flex as="span" direction="column" gap="3">
              <EnvelopeClosedIcon width="28" height="28" color="var(--accent-11)" />
              Verify Your Email
            </Flex>
          }
          maxWidth="440px"
          onClose={onLogin}
        >
          <ModalText>
            We sent a link to <strong>{form.fields.email.trim()}</strong>. Please check your university inbox (and spam)
            and open the link to verify your email.
            {awaitsApproval(null) && " An administrator then approves your account, and you get an email."}
          </ModalText>
          <ResendConfirmation email={form.fields.email} />
          <Flex justify="end" mt="4">
            <Button onClick={onLogin}>Back to Login</Button>
          </Flex>
        </Modal>
      )}
    </AuthLayout>
  );
}
