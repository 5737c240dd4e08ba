import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { checkForgotPassword } from "../../../core/rules/accounts/account-fields.ts";
import type { RequestOf, ResponseOf } from "../../../server/contract/endpoints.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { AuthForm, AuthLayout } from "../../components/auth/auth-layout.tsx";
import { TextInput } from "../../components/controls.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { useResend } from "../../hooks/use-resend.ts";

type Destination = NonNullable<RequestOf<"forgotPassword">["body"]["destination"]>;

/** An account's addresses, masked by the server. */
type Addresses = ResponseOf<"checkRecoveryInfo">;

export function Component() {
  const [email, setEmail] = useState("");
  const [addresses, setAddresses] = useState<Addresses | null>(null);
  const [destination, setDestination] = useState<Destination | null>(null);
  if (addresses === null) {
    return (
      <GetEmail
        email={email}
        onDone={(entered, found) => {
          setEmail(entered);
          setAddresses(found);
        }}
      />
    );
  }
  if (destination === null) {
    return (
      <VerifyEmail email={email} addresses={addresses} onBack={() => setAddresses(null)} onSent={setDestination} />
    );
  }
  return <PasswordRecovery email={email} destination={destination} address={addresses[destination]} />;
}

interface GetEmailProps {
  readonly email: string;
  onDone(email: string, addresses: Addresses): void;
}

function GetEmail({ email, onDone }: GetEmailProps) {
  const form = useForm(
    { email },
    {
      check: (fields) => checkForgotPassword(fields.email),
      async send(fields) {
        const address = fields.email.trim();
        onDone(address, await call("checkRecoveryInfo", { body: { email: address } }));
      },
      fallback: TEXTS.auth.recoveryFailed,
    },
  );
  return (
    <AuthLayout
      title="Forgot your password?"
      text="Enter the email of your account, and we will help you to log in again."
    >
      <AuthForm form={form} action="Next" before={<Steps at={1} />}>
        <TextInput label="Email" type="email" autoComplete="username" {...form.input("email")} />
      </AuthForm>
      <BackToLogin />
    </AuthLayout>
  );
}

interface VerifyEmailProps {
  readonly email: string;
  readonly addresses: Addresses;
  onBack(): void;
  onSent(destination: Destination): void;
}

const CHOICES = [
  ["email", "University email"],
  ["recovery_email", "Recovery email"],
] as const satisfies readonly (readonly [Destination, string])[];

const START: { destination: Destination } = { destination: "email" };

function VerifyEmail({ email, addresses, onBack, onSent }: VerifyEmailProps) {
  const form = useForm(START, {
    check: () => [],
    async send({ destination }) {
      await call("forgotPassword", { body: { email, destination } });
      onSent(destination);
    },
    fallback: TEXTS.auth.recoveryFailed,
  });
  return (
    <AuthLayout title="Where shall we write to?" text="Choose the address that gets the link to set a new password.">
      <AuthForm form={form} action="Send Recovery Email" before={<Steps at={2} />}>
        <fieldset className="spaced">
          <legend className="visually-hidden">Recovery address</legend>
          {CHOICES.map(([value, label]) => (
            <label key={value} className="line box recovery-choice">
              <input
                type="radio"
                name="destination"
                value={value}
                checked={form.fields.destination === value}
                onChange={() => form.change({ destination: value })}
              />
              <span>
                {label}
                <small>{addresses[value]}</small>
              </span>
            </label>
          ))}
        </fieldset>
      </AuthForm>
      <p className="muted auth-foot">
        <button type="button" className="link-button" onClick={onBack}>
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
          If there is an account, an email with a link to set a new password is on its way to <strong>{address}</strong>
          . Check the spam folder, too.
        </>
      }
    >
      <div className="form auth-fields">
        <Steps at={3} />
        <Button asChild size="3">
          <a href={`https://mail.${encodeURIComponent(domain)}/`} target="_blank" rel="noreferrer">
            Open Email
          </a>
        </Button>
        <Button size="3" variant="soft" color="gray" loading={busy} onClick={resend}>
          Resend Email
        </Button>
        <Text as="p" size="2" color="gray" align="center" role="status">
          {note}
        </Text>
      </div>
      <BackToLogin />
    </AuthLayout>
  );
}

function Steps({ at }: { readonly at: number }) {
  return (
    <ol className="steps" aria-label={`Step ${at} of 3`}>
      {[1, 2, 3].map((step) => (
        <li key={step} data-done={step <= at || undefined} aria-current={step === at ? "step" : undefined} />
      ))}
    </ol>
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
