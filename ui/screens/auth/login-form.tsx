import { Checkbox } from "@radix-ui/themes";
import { Link, useNavigate } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import { ApiError } from "../../api.ts";
import { AuthForm } from "../../components/auth/auth-form.tsx";
import { AuthLayout } from "../../components/auth/auth-layout.tsx";
import { CodeInput } from "../../components/auth/code-input.tsx";
import { PasswordInput, TextInput } from "../../components/field.tsx";
import { type Login, useLogin } from "../../hooks/use-login.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";

/** Email and password, then the code of a second factor; with links for users who forgot the password or have no account. */
export function LoginForm({ onSignUp }: { onSignUp(): void }) {
  const navigate = useNavigate();
  const login = useLogin("", (user) => void navigate(dashboardPath(user.id), { replace: true }));
  return login.asksCode ? <CodeStep {...login} /> : <PasswordStep {...login} onSignUp={onSignUp} />;
}

function PasswordStep({ form, onSignUp }: Login & { onSignUp(): void }) {
  const unverified = form.error instanceof ApiError && form.error.code === "email-unverified";
  return (
    <AuthLayout title="Welcome back" text="Log in to your instructor account.">
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
        <div className="auth-row">
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
      <p className="auth-foot">
        New here?{" "}
        <button type="button" className="link-button" onClick={onSignUp}>
          Sign Up
        </button>
      </p>
    </AuthLayout>
  );
}

function CodeStep({ form, back }: Login) {
  return (
    <AuthLayout title="Enter your code" text={`The second step of logging in as ${form.fields.email.trim()}.`}>
      <AuthForm form={form} action="Log In">
        <CodeInput form={form} autoFocus />
      </AuthForm>
      <p className="auth-foot">
        Neither app nor recovery codes? An administrator can reset your second factor.{" "}
        <button type="button" className="link-button" onClick={back}>
          Back
        </button>
      </p>
    </AuthLayout>
  );
}
