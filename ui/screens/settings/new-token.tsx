import { Button, Flex, TextField } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import { CopyButton } from "../../components/copy-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { useShownOnce } from "./use-shown-once.ts";

const NOT_COPIED = {
  title: "Leave without the token?",
  text: "The new access token was not copied, and it is not shown again.",
  action: "Leave it",
} as const;

export function NewToken({ token, onDone }: { readonly token: string; onDone(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const { keep, close } = useShownOnce(NOT_COPIED, onDone);

  // It replaced the form that had the focus.
  useEffect(() => field.current?.focus(), []);

  return (
    <div className="spaced box">
      <Notice color="amber" role="status">
        Copy the token now: it is not shown again. Keep it like a password, in the variable CIRCUITGRADE_TOKEN or in a
        file that only you may read.
      </Notice>
      <TextField.Root
        ref={field}
        size="3"
        readOnly
        value={token}
        aria-label="The new access token"
        onFocus={(event) => event.target.select()}
        onCopy={keep}
      />
      <Flex align="center" gap="18px" wrap="wrap">
        <CopyButton text={token} label="Copy Token" done="The token was copied." onCopied={keep} />
        <Button variant="soft" color="gray" onClick={close}>
          Done
        </Button>
      </Flex>
    </div>
  );
}
