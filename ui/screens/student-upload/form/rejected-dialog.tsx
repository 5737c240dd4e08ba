import { useEffect, useRef } from "react";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { RejectionList } from "../../../uploads/rejection-list.tsx";
import type { RejectionGroup } from "../../../uploads/rejections.ts";

interface RejectedDialogProps {
  readonly groups: readonly RejectionGroup[];
  /** It came with the page, in its place there: a dialog over the page needs a script. */
  readonly inPage: boolean;
  onClose(): void;
}

export function RejectedDialog({ groups, inPage, onClose }: RejectedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // The browser's own dialog keeps the focus and closes with Escape, but must be opened by a call.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  return (
    <dialog ref={dialog} open={inPage} className="rejected" onClose={onClose} aria-labelledby="rejected">
      <h2 id="rejected">{TEXTS.files.rejectedHeading}</h2>
      <RejectionList groups={groups} className="reason" />
      <form method="dialog">
        <button type="submit" className="button primary">
          Close
        </button>
      </form>
    </dialog>
  );
}
