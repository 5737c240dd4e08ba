import { Button, Dialog, Flex } from "@radix-ui/themes";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { useFocusReturn } from "../../../hooks/use-focus-return.ts";
import { RejectionList } from "../../../uploads/rejection-list.tsx";
import type { RejectionGroup } from "../../../uploads/rejections.ts";

interface RejectedFilesDialogProps {
  /** Empty: closed. */
  readonly groups: readonly RejectionGroup[];
  onClose(): void;
}

/** Names the files that were refused, by reason. */
export function RejectedFilesDialog({ groups, onClose }: RejectedFilesDialogProps) {
  return (
    <Dialog.Root open={groups.length > 0} onOpenChange={(open) => !open && onClose()}>
      {groups.length > 0 && <RejectedFiles groups={groups} />}
    </Dialog.Root>
  );
}

function RejectedFiles({ groups }: Pick<RejectedFilesDialogProps, "groups">) {
  const returnFocus = useFocusReturn();
  return (
    <Dialog.Content maxWidth="480px" aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
      <Dialog.Title>{TEXTS.files.rejectedHeading}</Dialog.Title>
      <RejectionList groups={groups} className="rejected-reason" />
      <Flex mt="5" justify="end">
        <Dialog.Close>
          <Button>Close</Button>
        </Dialog.Close>
      </Flex>
    </Dialog.Content>
  );
}
