import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Form } from "../../hooks/use-form.ts";
import { FormFailure } from "../form-failure.tsx";

interface AuthFormProps<Fields> {
  readonly form: Form<Fields>;
  /** The submit button. */
  readonly action: string;
  readonly children: ReactNode;
  /** Shown above the failure, and below the button. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** A form of the pages before the log-in: its failure, its fields and its submit button. */
export function AuthForm<Fields>({ form, action, children, before, after }: AuthFormProps<Fields>) {
  return (
    <form className="auth-fields" noValidate onSubmit={form.submit}>
      {before}
      <FormFailure>{form.failure}</FormFailure>
      {children}
      <Button size="3" type="submit" loading={form.busy}>
        {action}
      </Button>
      {after}
    </form>
  );
}
