import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { AuthLayout } from "../../components/auth/auth-layout.tsx";
import { usePassingNote } from "../../hooks/use-passing-note.ts";
import { BackToLogin } from "./back-to-login.tsx";
import type { Destination } from "./destination.ts";
import { Steps } from "./steps.tsx";
import { webMailOf } from "./web-mail.ts";

export interface PasswordRecoveryProps {
  readonly email: string;
  readonly destination: Destination;
  /** Masked. */
  readonly address: string;
}

export function PasswordRecovery({ email, destination, address }: PasswordRecoveryProps) {
  const [note, setNote] = usePassingNote(LIMITS.resendNoteSeconds);
  const [busy, setBusy] = useState(false);

  async function resend(): Promise<void> {
    setBusy(true);
    try {
      const { message } = await call("forgotPassword", { body: { email, destination } });
      setNote(message);
    } catch (error) {
      setNote(messageOf(error, TEXTS.auth.recoveryFailed));
    }
    setBusy(false);
  }

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
      <div className="auth-fields">
        <Steps at={3} />
        <Button asChild size="3">
          <a href={webMailOf(email)} target="_blank" rel="noreferrer">
            Open Email
          </a>
        </Button>
        <Button size="3" variant="soft" color="gray" loading={busy} onClick={() => void resend()}>
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
