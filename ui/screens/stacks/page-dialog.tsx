import { Button } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { evaluatorPath, taskPath } from "../../../server/contract/pages.ts";
import type { Stack, StackPage } from "../../../server/contract/tasks/stack.ts";
import { call, pathOf } from "../../api.ts";
import { renewTask } from "../../calls/queries.ts";
import { useAction } from "../../calls/use-action.ts";
import { useCall } from "../../calls/use-call.ts";
import { Modal, ModalFoot } from "../../components/modal.tsx";
import { toast } from "../../store.ts";
import { tileText } from "./page-states.ts";

const WIDTH = 1200;

export function PageDialog({ stack, pageId }: { readonly stack: Stack; readonly pageId: string }) {
  const { data } = useCall("getStack", { params: { stackId: stack.id } }, { live: stack.task_id });
  const page = data?.page_list.find(({ id }) => id === pageId);
  return (
    <Modal title={page && tileText(page)} maxWidth="900px" aria-describedby={undefined}>
      {page && <PageContent page={page} taskId={stack.task_id} />}
    </Modal>
  );
}

function PageContent({ page, taskId }: { readonly page: StackPage; readonly taskId: string }) {
  const isOut = page.state === "rejected" || page.state === "removed";

  const { busy, run: change } = useAction(async (name: "rejectStackPage" | "restoreStackPage") => {
    const params = { pageId: page.id };
    const { message } =
      name === "rejectStackPage"
        ? await call(name, { params, body: { file_id: page.file_id } })
        : await call(name, { params });
    toast(message);
    await renewTask(taskId);
  });

  return (
    <>
      {page.reasons.length > 0 && (
        <ul className="bullets">
          {page.reasons.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      )}
      <img
        className="box stack-picture"
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
