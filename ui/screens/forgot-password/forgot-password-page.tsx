import { useState } from "react";
import type { ResponseOf } from "../../../server/contract/endpoints.ts";
import type { Destination } from "./destination.ts";
import { GetEmail } from "./get-email.tsx";
import { PasswordRecovery } from "./password-recovery.tsx";
import { VerifyEmail } from "./verify-email.tsx";

type Step =
  | { readonly name: "getEmail" }
  | { readonly name: "verifyEmail"; readonly addresses: ResponseOf<"checkRecoveryInfo"> }
  | { readonly name: "passwordRecovery"; readonly destination: Destination; readonly address: string };

/** Recovery in three steps: which account, where to send the mail, and that it was sent. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState("");
  const [step, setStep] = useState<Step>({ name: "getEmail" });
  if (step.name === "getEmail") {
    return (
      <GetEmail
        email={email}
        onDone={(entered, addresses) => {
          setEmail(entered);
          setStep({ name: "verifyEmail", addresses });
        }}
      />
    );
  }
  if (step.name === "verifyEmail") {
    return (
      <VerifyEmail
        email={email}
        addresses={step.addresses}
        onBack={() => setStep({ name: "getEmail" })}
        onSent={(destination) =>
          setStep({ name: "passwordRecovery", destination, address: step.addresses[destination] })
        }
      />
    );
  }
  return <PasswordRecovery email={email} destination={step.destination} address={step.address} />;
}
