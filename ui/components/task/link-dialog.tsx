import { ExternalLinkIcon } from "@radix-ui/react-icons";
import { Button, Dialog, Flex, TextField } from "@radix-ui/themes";
import { studentUploadPath } from "../../../server/contract/pages.ts";
import { useFocusReturn } from "../../hooks/use-focus-return.ts";
import { CopyButton } from "../copy-button.tsx";

export interface LinkDialogProps {
  /** Null: closed. */
  readonly taskId: string | null;
  onClose(): void;
}

/** The link that students get, to copy or open. */
export function LinkDialog({ taskId, onClose }: LinkDialogProps) {
  return (
    <Dialog.Root open={taskId !== null} onOpenChange={(open) => !open && onClose()}>
      {taskId !== null && <StudentLink taskId={taskId} />}
    </Dialog.Root>
  );
}

function StudentLink({ taskId }: { readonly taskId: string }) {
  const returnFocus = useFocusReturn();
  const link = `${location.origin}${studentUploadPath(taskId)}`;
  return (
    <Dialog.Content maxWidth="520px" onCloseAutoFocus={returnFocus}>
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
        <CopyButton text={link} label="Copy Link" done="The link was copied." />
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
    </Dialog.Content>
  );
}
