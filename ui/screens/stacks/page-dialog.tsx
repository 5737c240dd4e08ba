import { Button } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { evaluatorPath, taskPath } from "../../../server/contract/pages.ts";
import type { StackPage } from "../../../server/contract/tasks/stack.ts";
import { call, pathOf } from "../../api.ts";
import { useAction } from "../../calls/use-action.ts";
import { Modal, ModalFoot } from "../../components/modal.tsx";
import { toast } from "../../store.ts";
import { tileText } from "./page-states.ts";

const WIDTH = 1200;

interface PageDialogProps {
  /** Null: closed. */
  readonly page: StackPage | null;
  readonly taskId: string;
  onClose(): void;
  onChanged(): Promise<void>;
}

/** A page of a stack: its picture, what happened to it and why, and what can be done about it. */
export function PageDialog({ page, taskId, onClose, onChanged }: PageDialogProps) {
  return (
    <Modal
      open={page !== null}
      onClose={onClose}
      title={page && tileText(page)}
      maxWidth="900px"
      aria-describedby={undefined}
    >
      {page && <PageContent page={page} taskId={taskId} onChanged={onChanged} />}
    </Modal>
  );
}

function PageContent({ page, taskId, onChanged }: Omit<PageDialogProps, "onClose"> & { readonly page: StackPage }) {
  const isOut = page.state === "rejected" || page.state === "removed";

  const { busy, run: change } = useAction(async (name: "rejectStackPage" | "restoreStackPage") => {
    const params = { pageId: page.id };
    const { message } =
      name === "rejectStackPage"
        ? await call(name, { params, body: { file_id: page.file_id } })
        : await call(name, { params });
    toast(message);
    await onChanged();
  });

  return (
    <>
      {page.reasons.length > 0 && (
        <ul className="bullets stack-reasons">
          {page.reasons.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      )}
      <img
        className="stack-picture"
        src={pathOf("getStackPicture", { params: { pageId: page.id }, query: { width: WIDTH } })}
        alt={`The page: ${page.place}`}
      />
      <p className="field-hint">{page.place}</p>
      <ModalFoot>
        {page.file_id !== null && (
          <Button asChild variant="soft">
            <Link to={evaluatorPath(taskId, page.file_id!)}>Open in the evaluator</Link>
          </Button>
        )}
        {page.state === "queued" && (
          <Button asChild variant="soft">
            <Link to={taskPath(taskId, "review")}>Settle it in Review</Link>
          </Button>
        )}
        {isOut && (
          <Button variant="soft" disabled={busy} onClick={() => void change("restoreStackPage")}>
            Put it back into the queue
          </Button>
        )}
        {page.state === "queued" && (
          <Button variant="soft" color="red" disabled={busy} onClick={() => void change("rejectStackPage")}>
            Take the page out
          </Button>
        )}
      </ModalFoot>
    </>
  );
}
