import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { RECOVERY_LENGTH } from "../../../core/rules/accounts/second-factor.ts";
import type { Form } from "../../hooks/use-form.ts";
import { TextInput } from "../controls.tsx";

interface CodeInputProps<Fields> {
  readonly form: Form<Fields & { readonly code: string }>;
  readonly autoFocus?: boolean;
}

export function CodeInput<Fields>({ form, autoFocus = false }: CodeInputProps<Fields>) {
  const [isRecovery, setIsRecovery] = useState(false);

  function change(): void {
    setIsRecovery(!isRecovery);
    form.change({ code: "" } as Partial<Fields & { code: string }>);
  }

  return (
    <div className="spaced tight">
      <TextInput
        key={String(isRecovery)}
        label={isRecovery ? "Recovery code" : "Code"}
        hint={
          isRecovery
            ? `${RECOVERY_LENGTH} letters and digits. Each works once.`
            : "6 digits from your authenticator app."
        }
        autoFocus={autoFocus || isRecovery}
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete={isRecovery ? "off" : "one-time-code"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        {...form.input("code")}
      />
      <Button type="button" variant="ghost" onClick={change}>
        {isRecovery ? "Use the app's code" : "Use a recovery code"}
      </Button>
    </div>
  );
}
