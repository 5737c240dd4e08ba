import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Form } from "../../hooks/use-form.ts";
import { FormFailure } from "../fields/form-failure.tsx";

interface AuthFormProps<Fields> {
  readonly form: Form<Fields>;
  readonly action: string;
  readonly children: ReactNode;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

export function AuthForm<Fields>({ form, action, children, before, after }: AuthFormProps<Fields>) {
  return (
    <form className="form auth-fields" noValidate onSubmit={form.submit}>
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
