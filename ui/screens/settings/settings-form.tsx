import { Button, Flex } from "@radix-ui/themes";
import type { KeyboardEvent, ReactNode } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import { PasswordInput } from "../../components/fields/field.tsx";
import { FormFailure } from "../../components/fields/form-failure.tsx";
import type { Form, FormInput } from "../../hooks/use-form.ts";

interface SettingsFormProps {
  readonly form: Pick<Form<object>, "failure" | "busy" | "submit">;
  readonly action: string;
  readonly label?: string;
  readonly children: ReactNode;
  onCancel(): void;
}

export function SettingsForm({ form, action, label, children, onCancel }: SettingsFormProps) {
  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === "Escape" && !event.defaultPrevented) onCancel();
  }
  return (
    <form className="spaced box" noValidate aria-label={label} onSubmit={form.submit} onKeyDown={closeOnEscape}>
      {children}
      <FormFailure>{form.failure}</FormFailure>
      <Flex align="center" gap="18px" wrap="wrap">
        <Button type="submit" loading={form.busy}>
          {action}
        </Button>
        <Button type="button" variant="soft" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </form>
  );
}

export function OwnPassword(input: FormInput & { readonly autoFocus?: boolean }) {
  return (
    <PasswordInput
      label="Your Password"
      autoComplete="current-password"
      maxLength={LIMITS.loginPasswordLength}
      {...input}
    />
  );
}
