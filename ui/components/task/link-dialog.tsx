import { ExternalLinkIcon } from "@radix-ui/react-icons";
import { Button, Dialog, Flex, TextField } from "@radix-ui/themes";
import { studentUploadPath } from "../../../server/contract/pages.ts";
import { CopyButton } from "../copy-button.tsx";
import { Modal, ModalText } from "../modal.tsx";

export function LinkDialog({ taskId }: { readonly taskId: string }) {
  const link = `${location.origin}${studentUploadPath(taskId)}`;
  return (
    <Modal title="Task Link" maxWidth="520px">
      <ModalText>
        Students open this link to download the template and to hand in their files. They need no account.
      </ModalText>
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
    </Modal>
  );
}
