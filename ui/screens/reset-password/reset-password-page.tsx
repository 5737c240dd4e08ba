import { Button, Flex, Skeleton } from "@radix-ui/themes";
import { type FormEvent, useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { checkResetPassword } from "../../../core/rules/account-fields.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { SPECIAL_CHARACTERS } from "../../../core/rules/password.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { AuthLayout } from "../../components/auth-layout.tsx";
import { PasswordInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { toast } from "../../store.ts";
import { useIssues } from "../../use-issues.ts";

const HINT = `${LIMITS.resetPasswordMinLength} to ${LIMITS.loginPasswordLength} characters with an uppercase letter, a lowercase letter, a number and one of ${SPECIAL_CHARACTERS}`;

/** A new password, for whoever has the mailed link. */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const [valid, setValid] = useState(false);
  const [fields, setFields] = useState({ password: "", confirmation: "" });
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const issues = useIssues();
  const navigate = useNavigate();

  // The token is checked before anybody types; without a valid one there is nothing to do here.
  useEffect(() => {
    let left = false;
    call("verifyResetToken", { body: { token } }).then(
      () => !left && setValid(true),
      (error) => {
        if (left) return;
        toast(messageOf(error, TEXTS.auth.resetFailed), "error");
        void navigate("/auth", { replace: true });
      },
    );
    return () => {
      left = true;
    };
  }, [token, navigate]);

  function change(part: Partial<typeof fields>): void {
    setFields({ ...fields, ...part });
    setFailure(null);
    for (const field of Object.keys(part)) issues.clear(field);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = checkResetPassword(fields);
    issues.show(found);
    if (found.length > 0) return;
    setBusy(true);
    try {
      const { message } = await call("resetPassword", { body: { token, new_password: fields.password } });
      toast(message);
      void navigate("/auth", { replace: true });
    } catch (error) {
      setFailure(messageOf(error, TEXTS.auth.resetFailed));
      setBusy(false);
    }
  }

  return (
    <AuthLayout title="Set a new password" text="Choose one that you use nowhere else.">
      {valid ? (
        <form className="auth-fields" noValidate onSubmit={(event) => void submit(event)}>
          {failure !== null && <FormFailure>{failure}</FormFailure>}
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            maxLength={LIMITS.loginPasswordLength}
            value={fields.password}
            error={issues.errorOf("password")}
            hint={HINT}
            onChange={(event) => change({ password: event.target.value })}
          />
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            maxLength={LIMITS.loginPasswordLength}
            value={fields.confirmation}
            error={issues.errorOf("confirmation")}
            onChange={(event) => change({ confirmation: event.target.value })}
          />
          <Flex direction="column" gap="3">
            <Button size="3" type="submit" loading={busy}>
              Set Password
            </Button>
            <Button asChild size="3" variant="soft" color="gray">
              <Link to="/auth">Cancel</Link>
            </Button>
          </Flex>
        </form>
      ) : (
        <div className="auth-fields" role="status" aria-label="Checking your link">
          <Skeleton height="40px" />
          <Skeleton height="40px" />
        </div>
      )}
    </AuthLayout>
  );
}
