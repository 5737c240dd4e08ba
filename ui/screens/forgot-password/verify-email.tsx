import { Button } from "@radix-ui/themes";
import { type FormEvent, useState } from "react";
import type { ResponseOf } from "../../../server/contract/routes.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { AuthLayout } from "../../components/auth-layout.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import type { Destination } from "./destination.ts";
import { Steps } from "./steps.tsx";

export interface VerifyEmailProps {
  readonly email: string;
  /** Masked by the server. */
  readonly addresses: ResponseOf<"checkRecoveryInfo">;
  onBack(): void;
  onSent(destination: Destination): void;
}

const CHOICES = [
  ["email", "University email"],
  ["recovery_email", "Recovery email"],
] as const satisfies readonly (readonly [Destination, string])[];

/** The second step: to which of the account's addresses the mail goes. */
export function VerifyEmail({ email, addresses, onBack, onSent }: VerifyEmailProps) {
  const [destination, setDestination] = useState<Destination>("email");
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await call("forgotPassword", { body: { email: email.trim(), destination } });
      onSent(destination);
    } catch (error) {
      setFailure(messageOf(error, TEXTS.auth.recoveryFailed));
      setBusy(false);
    }
  }

  return (
    <AuthLayout title="Where shall we write to?" text="Choose the address that gets the link to set a new password.">
      <form className="auth-fields" onSubmit={(event) => void submit(event)}>
        <Steps at={2} />
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <fieldset className="recovery-choices">
          <legend className="visually-hidden">Recovery address</legend>
          {CHOICES.map(([value, label]) => (
            <label key={value} className="recovery-choice">
              <input
                type="radio"
                name="destination"
                value={value}
                checked={destination === value}
                onChange={() => setDestination(value)}
              />
              <span>
                {label}
                <small>{addresses[value]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <Button size="3" type="submit" loading={busy}>
          Send Recovery Email
        </Button>
      </form>
      <p className="auth-foot">
        <button type="button" className="link-button" onClick={onBack}>
          Use another email
        </button>
      </p>
    </AuthLayout>
  );
}
