import type { ResponseOf } from "../../../server/contract/endpoints.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { AuthForm } from "../../components/auth/auth-form.tsx";
import { AuthLayout } from "../../components/auth/auth-layout.tsx";
import { useForm } from "../../hooks/use-form.ts";
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

const START: { destination: Destination } = { destination: "email" };

/** The second step: which of the account's addresses gets the mail. */
export function VerifyEmail({ email, addresses, onBack, onSent }: VerifyEmailProps) {
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
            <label key={value} className="recovery-choice">
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
      <p className="auth-foot">
        <button type="button" className="link-button" onClick={onBack}>
          Use another email
        </button>
      </p>
    </AuthLayout>
  );
}
