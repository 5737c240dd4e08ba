import { CheckIcon, CopyIcon } from "@radix-ui/react-icons";
import { Button, Callout, TextField } from "@radix-ui/themes";
import { useEffect, useRef, useState } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import { HIGH_CONTRAST } from "../../components/high-contrast.ts";
import { copyText } from "../../copy-text.ts";

/** A token that was just made: the only time that it can be seen. */
export function NewToken({ token, onDone }: { readonly token: string; onDone(): void }) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  // It has come in the place of the form that had the focus.
  useEffect(() => field.current?.focus(), []);

  // The confirmation stands for two seconds.
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), LIMITS.copiedSeconds * 1000);
    return () => clearTimeout(timer);
  }, [copied]);

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
        <Button onClick={() => void copyText(token).then(setCopied)}>
          {copied ? <CheckIcon /> : <CopyIcon />}
          {copied ? "Copied" : "Copy Token"}
        </Button>
        <Button variant="soft" color="gray" onClick={onDone}>
          Done
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {copied && "The token was copied."}
      </span>
    </div>
  );
}
