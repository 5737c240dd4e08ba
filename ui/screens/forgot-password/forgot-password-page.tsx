import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { checkForgotPassword } from "../../../core/rules/accounts/account-fields.ts";
import type { RequestOf, ResponseOf } from "../../../server/contract/endpoints.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { AuthForm, AuthLayout } from "../../components/auth/auth-layout.tsx";
import { RadioField } from "../../components/choices.tsx";
import { BusyButton, TextInput } from "../../components/controls.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { useResend } from "../../hooks/use-resend.ts";

type Destination = NonNullable<RequestOf<"forgotPassword">["body"]["destination"]>;

/** An account's addresses, masked by the server. */
type Addresses = ResponseOf<"checkRecoveryInfo">;

const START: { readonly email: string; readonly destination: Destination } = { email: "", destination: "email" };

/** In three steps: the account's email, one of its addresses, and the mail that is on its way there. */
export function Component() {
  const [addresses, setAddresses] = useState<Addresses | null>(null);
  const [sent, setSent] = useState(false);
  const form = useForm(START, {
    check: ({ email }) => checkForgotPassword(email),
    async send({ email, destination }) {
      if (addresses === null) setAddresses(await call("checkRecoveryInfo", { body: { email: email.trim() } }));
      else {
        await call("forgotPassword", { body: { email: email.trim(), destination } });
        setSent(true);
      }
    },
    fallback: TEXTS.auth.recoveryFailed,
  });
  const { email, destination } = form.fields;

  if (addresses === null) {
    return (
      <AuthLayout
        title="Forgot your password?"
        text="Step 1 of 3: enter the email of your account, and we will help you to log in again."
      >
        <AuthForm form={form} action="Next">
          <TextInput label="Email" type="email" autoComplete="username" {...form.input("email")} />
        </AuthForm>
        <BackToLogin />
      </AuthLayout>
    );
  }
  if (sent) return <PasswordRecovery email={email.trim()} destination={destination} address={addresses[destination]} />;
  return (
    <AuthLayout title="Where shall we write to?" text="Step 2 of 3: the mail has a link to set a new password.">
      <AuthForm form={form} action="Send Recovery Email">
        <RadioField
          label="Recovery address"
          options={[
            { value: "email", label: "University email", hint: addresses.email },
            { value: "recovery_email", label: "Recovery email", hint: addresses.recovery_email },
          ]}
          {...form.choice("destination")}
        />
      </AuthForm>
      <p className="muted auth-foot">
        <button type="button" className="link-button" onClick={() => setAddresses(null)}>
          Use another email
        </button>
      </p>
    </AuthLayout>
  );
}

interface PasswordRecoveryProps {
  readonly email: string;
  readonly destination: Destination;
  /** Masked. */
  readonly address: string;
}

function PasswordRecovery({ email, destination, address }: PasswordRecoveryProps) {
  const { note, busy, resend } = useResend(
    () => call("forgotPassword", { body: { email, destination } }),
    TEXTS.auth.recoveryFailed,
  );
  const domain = email.toLowerCase().split("@").at(-1) ?? "";

  return (
    <AuthLayout
      title="Check your inbox"
      text={
        <>
          Step 3 of 3: if there is an account, an email with a link to set a new password is on its way to{" "}
          <strong>{address}</strong>. Check the spam folder, too.
        </>
      }
    >
      <div className="form">
        <Button asChild size="3">
          <a href={`https://mail.${encodeURIComponent(domain)}/`} target="_blank" rel="noreferrer">
            Open Email
          </a>
        </Button>
        <BusyButton size="3" variant="soft" color="gray" busy={busy} onClick={resend}>
          Resend Email
        </BusyButton>
        <p className="note centred" role="status">
          {note}
        </p>
      </div>
      <BackToLogin />
    </AuthLayout>
  );
}

function BackToLogin() {
  return (
    <p className="muted auth-foot">
      <Link to="/auth" className="touch-link">
        Back to Login
      </Link>
    </p>
  );
}
