import { Flex } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Form } from "../../hooks/use-form.ts";
import { ThemeButton } from "../../layout/header.tsx";
import { FormFailure, PasswordInput } from "../controls.tsx";
import { Logo } from "../logo.tsx";
import { PageHead, type PageHeadProps, SubmitButton } from "../page-parts.tsx";
import "./auth-layout.css";

export function AuthLayout({ children, ...head }: PageHeadProps) {
  return (
    <div className="auth">
      <section className="auth-side" aria-label="CircuitGrade">
        <img className="circuit-art" src={new URL("./circuit.svg", import.meta.url).href} alt="" />
        <strong>Drawn by hand. Read and graded in seconds.</strong>
        <p className="auth-sub">
          Set a task, share a link, and see every gate, wire and truth table of your students' circuits.
        </p>
      </section>
      <div className="auth-main">
        <Flex align="center" justify="between">
          <Logo />
          <ThemeButton />
        </Flex>
        <div className="auth-form">
          <PageHead {...head} />
          {children}
        </div>
      </div>
    </div>
  );
}

interface AuthFormProps<Fields> {
  readonly form: Form<Fields>;
  readonly action: string;
  readonly children: ReactNode;
  readonly after?: ReactNode;
}

export function AuthForm<Fields>({ form, action, children, after }: AuthFormProps<Fields>) {
  return (
    <form className="form" noValidate onSubmit={form.submit}>
      <FormFailure>{form.failure}</FormFailure>
      {children}
      <SubmitButton size="3" form={form} action={action} />
      {after}
    </form>
  );
}

interface NewPasswordProps<Fields> {
  readonly form: Form<Fields & { readonly password: string; readonly confirmation: string }>;
  readonly labels: readonly [string, string];
  readonly hint?: string;
}

export function NewPassword<Fields>({ form, labels, hint }: NewPasswordProps<Fields>) {
  return (
    <>
      <PasswordInput label={labels[0]} autoComplete="new-password" hint={hint} {...form.input("password")} />
      <PasswordInput label={labels[1]} autoComplete="new-password" {...form.input("confirmation")} />
    </>
  );
}
