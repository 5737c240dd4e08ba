import { checkForgotPassword } from "../../../core/rules/accounts/account-fields.ts";
import type { ResponseOf } from "../../../server/contract/endpoints.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { AuthForm } from "../../components/auth/auth-form.tsx";
import { AuthLayout } from "../../components/auth/auth-layout.tsx";
import { TextInput } from "../../components/field.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { BackToLogin } from "./back-to-login.tsx";
import { Steps } from "./steps.tsx";

export interface GetEmailProps {
  readonly email: string;
  onDone(email: string, addresses: ResponseOf<"checkRecoveryInfo">): void;
}

export function GetEmail({ email, onDone }: GetEmailProps) {
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
