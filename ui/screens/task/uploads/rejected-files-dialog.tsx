import { TEXTS } from "../../../../server/contract/texts.ts";
import { Modal, ModalFoot } from "../../../components/modal.tsx";
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
    <Modal open={groups.length > 0} onClose={onClose} title={TEXTS.files.rejectedHeading} aria-describedby={undefined}>
      <RejectionList groups={groups} className="rejected-reason" />
      <ModalFoot />
    </Modal>
  );
}
