import { Button, Callout, TextField } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import { CopyButton } from "../../components/copy-button.tsx";
import { HIGH_CONTRAST } from "../../components/high-contrast.ts";

/** A token that was just made: the only time that it can be seen. */
export function NewToken({ token, onDone }: { readonly token: string; onDone(): void }) {
  const field = useRef<HTMLInputElement>(null);

  // It has come in the place of the form that had the focus.
  useEffect(() => field.current?.focus(), []);

  return (
    <div className="settings-new-token">
      <Callout.Root color="amber" size="1" role="status" className={HIGH_CONTRAST}>
        <Callout.Text>
          Copy the token now: it is not shown again. Keep it like a password, in the variable CIRCUITGRADE_TOKEN or in a
          file that only you may read.
        </Callout.Text>
      </Callout.Root>
      <TextField.Root
        ref={field}
        size="3"
        readOnly
        value={token}
        aria-label="The new access token"
        onFocus={(event) => event.target.select()}
      />
      <div className="settings-row">
        <CopyButton text={token} label="Copy Token" done="The token was copied." />
        <Button variant="soft" color="gray" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
