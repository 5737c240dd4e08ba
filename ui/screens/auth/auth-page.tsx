import { EnvelopeClosedIcon } from "@radix-ui/react-icons";
import { Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { ACCOUNT_LIMITS, checkSignUp, domainOf, isEmail } from "../../../core/rules/accounts/account-fields.ts";
import { isMailProvider } from "../../../core/rules/accounts/mail-provider.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import { FAILURE_PARAMETER, signOnFailureText } from "../../../server/contract/sign-on-failures.ts";
import { ApiError, call } from "../../api.ts";
import { AuthForm, AuthLayout, NewPassword } from "../../components/auth/auth-layout.tsx";
import { CodeInput } from "../../components/auth/code-input.tsx";
import { SignOnLink } from "../../components/auth/sign-on-link.tsx";
import { CheckField } from "../../components/choices.tsx";
import { EmailInput, FormFailure, PasswordInput, TextInput } from "../../components/controls.tsx";
import { Modal, ModalText } from "../../components/page-parts.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { type Login, useLogin } from "../../hooks/use-login.ts";
import { useResend } from "../../hooks/use-resend.ts";
import { pageData } from "../../page-data.ts";
import { setUser } from "../../store.ts";

/**
 * Login and sign-up in one page; the link of a new installation's first start opens the sign-up. Without passwords,
 * single sign-on alone.
 */
export function Component() {
  const [search] = useSearchParams();
  const setupToken = search.get("setup");
  const [signingUp, setSigningUp] = useState(setupToken !== null);
  if (!pageData().site.local_passwords) return <SignOnOnly />;
  if (!signingUp) return <LoginForm onSignUp={() => setSigningUp(true)} />;
  // The first start's link always works.
  const SignUp = pageData().site.sign_up === "closed" && setupToken === null ? SignUpClosed : SignUpForm;
  return <SignUp setupToken={setupToken} onLogin={() => setSigningUp(false)} />;
}

function LoginForm({ onSignUp }: { onSignUp(): void }) {
  const navigate = useNavigate();
  const login = useLogin("", (user) => void navigate(dashboardPath(user.id), { replace: true }));
  return login.asksCode ? <CodeStep {...login} /> : <PasswordStep {...login} onSignUp={onSignUp} />;
}

function PasswordStep({ form, onSignUp }: Login & { onSignUp(): void }) {
  const unverified = form.error instanceof ApiError && form.error.code === "email-unverified";
  return (
    <AuthLayout title="Welcome back" text="Log in to your instructor account.">
      <SignOn />
      <AuthForm form={form} action="Log In">
        {unverified && <ResendConfirmation email={form.fields.email} />}
        <EmailInput label="Email" autoComplete="username" {...form.input("email")} />
        <PasswordInput label="Password" autoComplete="current-password" {...form.input("password")} />
        <div className="row between">
          <CheckField checked={form.fields.remember} onChange={(remember) => form.change({ remember })}>
            Remember Me
          </CheckField>
          <Link to="/forgot-password" className="touch-link">
            Forgot Password
          </Link>
        </div>
      </AuthForm>
      <p className="muted auth-foot">
        New here?{" "}
        <button type="button" className="link-button" onClick={onSignUp}>
          Sign Up
        </button>
      </p>
    </AuthLayout>
  );
}

function SignOnOnly() {
  return (
    <AuthLayout title="Welcome back" text="Sign on to your instructor account.">
      <SignOn />
      <p className="muted auth-foot">
        Problems? Ask <a href={`mailto:${pageData().site.support_email}`}>{pageData().site.support_email}</a>.
      </p>
    </AuthLayout>
  );
}

/** Single sign-on, if there is one, with why the last attempt did not succeed, or the next may not. */
function SignOn() {
  const [search] = useSearchParams();
  const { site } = pageData();
  if (site.sign_on === null) return null;
  const { name, reachable } = site.sign_on;
  const failure = signOnFailureText(search.get(FAILURE_PARAMETER), site);
  return (
    <div className="form">
      <FormFailure>{failure}</FormFailure>
      <SignOnLink />
      {failure === null && !reachable && (
        <p className="note">
          {name} did not answer a moment ago. You can try it
          {site.local_passwords ? ", or use your password" : " in a minute"}.
        </p>
      )}
      {site.local_passwords && <p className="muted auth-foot">or with your password</p>}
    </div>
  );
}

function CodeStep({ form, back }: Login) {
  return (
    <AuthLayout title="Enter your code" text={`The second step of logging in as ${form.fields.email.trim()}.`}>
      <AuthForm form={form} action="Log In">
        <CodeInput form={form} autoFocus />
      </AuthForm>
      <p className="muted auth-foot">
        Neither app nor recovery codes? An administrator can reset your second factor.{" "}
        <button type="button" className="link-button" onClick={back}>
          Back
        </button>
      </p>
    </AuthLayout>
  );
}

const PASSWORD_HINT = `${LIMITS.signUpPasswordMinLength} to ${LIMITS.loginPasswordLength} characters with an uppercase letter, a lowercase letter and a number.`;

/** `opensDomain`: what the first administrator answered; undefined: nothing yet. */
const EMPTY = { name: "", email: "", password: "", confirmation: "", opensDomain: undefined as boolean | undefined };

interface SignUpFormProps {
  /** From the link of the first start: then the account needs no mail. */
  readonly setupToken: string | null;
  onLogin(): void;
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

function SignUpForm({ setupToken, onLogin }: SignUpFormProps) {
  const { university_domain, asks_domain } = pageData().site;
  const asks = asks_domain && setupToken !== null;
  const domain = asks ? null : university_domain;
  const isFirst = setupToken !== null;
  const [sent, setSent] = useState(false);
  const navigate = useNavigate();
  const form = useForm(EMPTY, {
    // The first person typed the password at the machine that shows the link, and may look at it.
    check: (fields) => checkSignUp(isFirst ? { ...fields, confirmation: fields.password } : fields, domain),
    async send({ name, email: typed, password, opensDomain }) {
      const email = typed.trim();
      const answer = asks ? { open_domain: opensByDefault({ email, opensDomain }) } : {};
      const setup = isFirst ? { setup_token: setupToken, name, ...answer } : {};
      const { verified } = await call("register", { body: { email, password, ...setup } });
      if (!verified) return setSent(true);
      const { user } = await call("login", { body: { email, password, remember: false } });
      setUser(user);
      void navigate(dashboardPath(user.id), { replace: true });
    },
  });
  return (
    <AuthLayout
      title="Create your account"
      text={
        <>
          {asks
            ? "You are the first administrator of this server."
            : `Sign up with your university email${domain === null ? "" : `, like name@${domain}`}.`}
          {awaitsApproval(setupToken) && " An administrator approves new accounts; then you get an email."}
        </>
      }
    >
      <AuthForm form={form} action="Sign Up">
        {isFirst && (
          <TextInput label="Name" autoComplete="name" maxLength={ACCOUNT_LIMITS.nameLength} {...form.input("name")} />
        )}
        <EmailInput label="University email" autoComplete="username" {...form.input("email")} />
        {isFirst ? (
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            {...form.input("password")}
          />
        ) : (
          <NewPassword form={form} labels={["Password", "Re-enter password"]} hint={PASSWORD_HINT} />
        )}
        {asks && isEmail(form.fields.email.trim()) && (
          <CheckField checked={opensByDefault(form.fields)} onChange={(opensDomain) => form.change({ opensDomain })}>
            Everybody with an address of {domainOf(form.fields.email)} may sign up. If not, you create the accounts. The
            server's setting UNIVERSITY_DOMAIN overrides this.
          </CheckField>
        )}
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

/** Whether the domain of the first administrator's address is opened: as answered, or unless it is a mail provider's. */
function opensByDefault({ email, opensDomain }: Pick<typeof EMPTY, "email" | "opensDomain">): boolean {
  return opensDomain ?? !isMailProvider(domainOf(email));
}

function ResendConfirmation({ email }: { readonly email: string }) {
  const { note, resend } = useResend(() => call("resendVerification", { body: { email: email.trim() } }));

  return (
    <div className="spaced tight">
      <Button type="button" variant="soft" onClick={resend}>
        Resend confirmation email
      </Button>
      <p className="note" role="status">
        {note}
      </p>
    </div>
  );
}
