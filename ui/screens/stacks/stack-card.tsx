import { CaretDownIcon, CaretRightIcon } from "@radix-ui/react-icons";
import { Button, Flex, Progress } from "@radix-ui/themes";
import { useId, useState } from "react";
import { evaluatorPath, taskPath } from "../../../server/contract/pages.ts";
import type { Stack, StackPage } from "../../../server/contract/tasks/stack.ts";
import { call, pathOf } from "../../api.ts";
import { renewTask, useAction, useCall } from "../../calls/calls.ts";
import { LinkButton } from "../../components/controls.tsx";
import { Answers, Loading, Modal, ModalFoot } from "../../components/page-parts.tsx";
import { counted, formatDate } from "../../format.ts";
import { confirmFirst, openDialog, toast } from "../../store.ts";
import { countsText, STATE_WORDS, tileText } from "./page-states.ts";

export function StackCard({ stack, openAtFirst }: { readonly stack: Stack; readonly openAtFirst: boolean }) {
  const [open, setOpen] = useState(openAtFirst);
  const id = useId();
  const sorted = stack.pages - stack.waiting;

  function askDelete(): void {
    const lost = stack.queued + stack.waiting;
    const warning = lost > 0 ? ` ${counted(lost, "page")} that nobody has settled will be lost.` : "";
    confirmFirst({
      title: `Delete the stack ${stack.filename}?`,
      text: `Placed pages stay with their students.${warning}`,
      action: "Delete",
      async run() {
        toast((await call("deleteStack", { params: { stackId: stack.id } })).message);
        await renewTask(stack.task_id);
      },
    });
  }

  return (
    <li className="panel box spaced">
      <Flex align="center" gap="3" wrap="wrap">
        <button type="button" className="line stack-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <CaretDownIcon /> : <CaretRightIcon />}
          <strong id={id}>{stack.filename}</strong>
        </button>
        <span className="muted">
          {counted(stack.pages, "page")}, <time dateTime={stack.created_at}>{formatDate(stack.created_at)}</time>
        </span>
        <Button size="1" variant="ghost" color="gray" aria-label={`Delete ${stack.filename}`} onClick={askDelete}>
          Delete
        </Button>
      </Flex>
      <Flex direction="column" gap="2" role="status">
        <span>{countsText(stack)}</span>
        {stack.waiting > 0 && (
          <Progress value={(sorted / stack.pages) * 100} aria-label={`${sorted} of ${stack.pages} pages sorted`} />
        )}
      </Flex>
      {open && <StackPages stack={stack} labelledBy={id} />}
    </li>
  );
}

function StackPages({ stack, labelledBy }: { readonly stack: Stack; readonly labelledBy: string }) {
  const detail = useCall("getStack", { params: { stackId: stack.id } }, { live: stack.task_id });
  return (
    <Answers to={[detail]} waiting={<Loading words="Loading the pages" />}>
      {({ page_list: pages }) => (
        <>
          <ul className="tiles stack-pages" aria-labelledby={labelledBy}>
            {pages.map((page) => (
              <li key={page.id}>
                <Tile page={page} onOpen={() => openDialog(<PageDialog stack={stack} pageId={page.id} />)} />
              </li>
            ))}
          </ul>
          <ul className="note row" aria-hidden="true">
            {Object.entries(STATE_WORDS).map(([state, words]) => (
              <li key={state} className="line">
                <span className={`stack-tile stack-${state}`} /> {words}
              </li>
            ))}
          </ul>
        </>
      )}
    </Answers>
  );
}

function Tile({ page, onOpen }: { readonly page: StackPage; onOpen(): void }) {
  const words = tileText(page);
  return (
    <button
      type="button"
      className={`stack-tile stack-${page.state}`}
      title={words}
      aria-label={words}
      onClick={onOpen}
    >
      {page.position}
    </button>
  );
}

const WIDTH = 1200;

function PageDialog({ stack, pageId }: { readonly stack: Stack; readonly pageId: string }) {
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
          <LinkButton to={evaluatorPath(taskId, page.file_id!)} variant="soft">
            Open in the evaluator
          </LinkButton>
        )}
        {page.state === "queued" && (
          <LinkButton to={taskPath(taskId, "review")} variant="soft">
            Settle it in Review
          </LinkButton>
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
