import { Button } from "@radix-ui/themes";
import { type FormEvent, useState } from "react";
import { Link } from "react-router-dom";
import { checkForgotPassword } from "../../../core/rules/account-fields.ts";
import type { ResponseOf } from "../../../server/contract/routes.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { AuthLayout } from "../../components/auth-layout.tsx";
import { TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { useIssues } from "../../use-issues.ts";
import { Steps } from "./steps.tsx";

export interface GetEmailProps {
  readonly email: string;
  onEmail(email: string): void;
  onDone(addresses: ResponseOf<"checkRecoveryInfo">): void;
}

/** The first step: the account's address. */
export function GetEmail({ email, onEmail, onDone }: GetEmailProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const issues = useIssues();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = checkForgotPassword(email);
    issues.show(found);
    if (found.length > 0) return;
    setBusy(true);
    try {
      onDone(await call("checkRecoveryInfo", { body: { email: email.trim() } }));
    } catch (error) {
      setFailure(messageOf(error, TEXTS.auth.recoveryFailed));
      setBusy(false);
    }
  }

  return (
    <AuthLayout title="Forgot your password?" text="Enter the email of your account, and we help you back in.">
      <form className="auth-fields" noValidate onSubmit={(event) => void submit(event)}>
        <Steps at={1} />
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          error={issues.errorOf("email")}
          onChange={(event) => {
            onEmail(event.target.value);
            issues.clear("email");
            setFailure(null);
          }}
        />
        <Button size="3" type="submit" loading={busy}>
          Next
        </Button>
      </form>
      <p className="auth-foot">
        <Link to="/auth">Back to Login</Link>
      </p>
    </AuthLayout>
  );
}
