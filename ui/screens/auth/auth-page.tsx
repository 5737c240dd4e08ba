import { Checkbox } from "@radix-ui/themes";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import { FAILURE_PARAMETER, signOnFailureText } from "../../../server/contract/sign-on-failures.ts";
import { ApiError } from "../../api.ts";
import { AuthForm } from "../../components/auth/auth-form.tsx";
import { AuthLayout } from "../../components/auth/auth-layout.tsx";
import { CodeInput } from "../../components/auth/code-input.tsx";
import { SignOnLink } from "../../components/auth/sign-on-link.tsx";
import { PasswordInput, TextInput } from "../../components/fields/field.tsx";
import { FormFailure } from "../../components/fields/form-failure.tsx";
import { type Login, useLogin } from "../../hooks/use-login.ts";
import { pageData } from "../../page-data.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

/** Login and sign-up in one page; the link of a new installation's first start opens the sign-up. Without passwords, single sign-on alone. */
export function Component() {
  const [search] = useSearchParams();
  const setupToken = search.get("setup");
  const [signingUp, setSigningUp] = useState(setupToken !== null);
  if (!pageData().site.local_passwords) return <SignOnOnly />;
  if (signingUp) return <SignUpForm setupToken={setupToken} onLogin={() => setSigningUp(false)} />;
  return <LoginForm onSignUp={() => setSigningUp(true)} />;
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
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          maxLength={LIMITS.loginEmailLength}
          {...form.input("email")}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          maxLength={LIMITS.loginPasswordLength}
          {...form.input("password")}
        />
        <div className="row between">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button in the label, which labels it */}
          <label>
            <Checkbox
              checked={form.fields.remember}
              onCheckedChange={(checked) => form.change({ remember: checked === true })}
            />
            Remember Me
          </label>
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
    <div className="form auth-fields">
      <FormFailure>{failure}</FormFailure>
      <SignOnLink />
      {failure === null && !reachable && (
        <p className="field-hint">
          {name} did not answer a moment ago. You can try it
          {site.local_passwords ? ", or use your password" : " in a minute"}.
        </p>
      )}
      {site.local_passwords && <p className="muted auth-or">or with your password</p>}
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
