import { Checkbox } from "@radix-ui/themes";
import { Link, useNavigate } from "react-router-dom";
import { checkLogin } from "../../../core/rules/accounts/account-fields.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import { ApiError, call } from "../../api.ts";
import { AuthForm } from "../../components/auth/auth-form.tsx";
import { AuthLayout } from "../../components/auth/auth-layout.tsx";
import { PasswordInput, TextInput } from "../../components/field.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { setUser } from "../../store.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";

const EMPTY = { email: "", password: "", remember: false };

/** Email and password, with links for users who forgot the password or have no account. */
export function LoginForm({ onSignUp }: { onSignUp(): void }) {
  const navigate = useNavigate();
  const form = useForm<typeof EMPTY>(EMPTY, {
    check: checkLogin,
    async send(fields) {
      const { user } = await call("login", { body: { ...fields, email: fields.email.trim() } });
      setUser(user);
      void navigate(dashboardPath(user.id), { replace: true });
    },
  });
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
          <Link to="/forgot-password">Forgot Password</Link>
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
