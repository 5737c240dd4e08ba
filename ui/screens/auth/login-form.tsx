import { Button, Checkbox } from "@radix-ui/themes";
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { checkLogin } from "../../../core/rules/account-fields.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import { ApiError, call, messageOf } from "../../api.ts";
import { AuthLayout } from "../../components/auth-layout.tsx";
import { PasswordInput, TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { setUser } from "../../store.ts";
import { useIssues } from "../../use-issues.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";

/** Email and password, and the ways to those who forgot or have neither. */
export function LoginForm({ onSignUp }: { onSignUp(): void }) {
  const [fields, setFields] = useState({ email: "", password: "", remember: false });
  const [failure, setFailure] = useState<{ message: string; unverified: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const issues = useIssues();
  const navigate = useNavigate();

  function change(part: Partial<typeof fields>): void {
    setFields({ ...fields, ...part });
    setFailure(null);
    for (const field of Object.keys(part)) issues.clear(field);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = checkLogin(fields);
    issues.show(found);
    if (found.length > 0) return;
    setBusy(true);
    try {
      const { user } = await call("login", { body: { ...fields, email: fields.email.trim() } });
      setUser(user);
      void navigate(dashboardPath(user.id), { replace: true });
    } catch (error) {
      const unverified = error instanceof ApiError && error.code === "email-unverified";
      setFailure({ message: messageOf(error), unverified });
      setBusy(false);
    }
  }

  return (
    <AuthLayout title="Welcome back" text="Log in to your instructor account.">
      <form className="auth-fields" noValidate onSubmit={(event) => void submit(event)}>
        {failure && <FormFailure>{failure.message}</FormFailure>}
        {failure?.unverified && <ResendConfirmation email={fields.email} />}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          maxLength={LIMITS.loginEmailLength}
          value={fields.email}
          error={issues.errorOf("email")}
          onChange={(event) => change({ email: event.target.value })}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          maxLength={LIMITS.loginPasswordLength}
          value={fields.password}
          error={issues.errorOf("password")}
          onChange={(event) => change({ password: event.target.value })}
        />
        <div className="auth-row">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button in the label, which labels it */}
          <label>
            <Checkbox checked={fields.remember} onCheckedChange={(checked) => change({ remember: checked === true })} />
            Remember Me
          </label>
          <Link to="/forgot-password">Forgot Password</Link>
        </div>
        <Button size="3" type="submit" loading={busy}>
          Log In
        </Button>
      </form>
      <p className="auth-foot">
        New here?{" "}
        <button type="button" className="link-button" onClick={onSignUp}>
          Sign Up
        </button>
      </p>
    </AuthLayout>
  );
}
