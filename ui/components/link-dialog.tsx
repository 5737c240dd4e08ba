import { CheckIcon, CopyIcon, ExternalLinkIcon } from "@radix-ui/react-icons";
import { Button, Dialog, Flex, TextField } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import { LIMITS } from "../../core/rules/limits.ts";
import { studentUploadPath } from "../../server/contract/endpoints.ts";
import { copyText } from "../copy-text.ts";

export interface LinkDialogProps {
  /** Null: closed. */
  readonly taskId: string | null;
  onClose(): void;
}

/** The link that students get, to copy or to open. */
export function LinkDialog({ taskId, onClose }: LinkDialogProps) {
  return (
    <Dialog.Root open={taskId !== null} onOpenChange={(open) => !open && onClose()}>
      {taskId !== null && <StudentLink taskId={taskId} />}
    </Dialog.Root>
  );
}

function StudentLink({ taskId }: { readonly taskId: string }) {
  const link = `${location.origin}${studentUploadPath(taskId)}`;
  const [copied, setCopied] = useState(false);

  // The confirmation stands for two seconds.
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), LIMITS.copiedSeconds * 1000);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <Dialog.Content maxWidth="520px">
      <Dialog.Title>Task Link</Dialog.Title>
      <Dialog.Description size="2" mb="4">
        Students open this link to download the template and to hand in their files. They need no account.
      </Dialog.Description>
      <TextField.Root
        size="3"
        readOnly
        value={link}
        aria-label="Student link"
        onFocus={(event) => event.target.select()}
      />
      <Flex gap="3" mt="4" wrap="wrap">
        <Button onClick={() => void copyText(link).then(setCopied)}>
          {copied ? <CheckIcon /> : <CopyIcon />}
          {copied ? "Copied" : "Copy Link"}
        </Button>
        <Button asChild variant="soft">
          <a href={link} target="_blank" rel="noreferrer">
            <ExternalLinkIcon />
            Open Link
          </a>
        </Button>
        <Dialog.Close>
          <Button variant="soft" color="gray" ml="auto">
            Close
          </Button>
        </Dialog.Close>
      </Flex>
      <span className="visually-hidden" role="status">
        {copied && "The link was copied."}
      </span>
    </Dialog.Content>
  );
}
