import { Button, Callout } from "@radix-ui/themes";
import type { ComponentProps } from "react";
import { taskPath } from "../../../server/contract/pages.ts";
import type { Release } from "../../../server/contract/results/release.ts";
import { call, messageOf } from "../../api.ts";
import { renewTask, useAction, useCall } from "../../calls/calls.ts";
import { LinkButton } from "../../components/controls.tsx";
import { Answers, Loading, Modal, ModalFoot, ModalText } from "../../components/page-parts.tsx";
import { counted } from "../../format.ts";
import { closeDialog, toast } from "../../store.ts";
import { openMatters } from "./release-words.ts";

export function ReleaseDialog({ taskId }: { readonly taskId: string }) {
  const release = useCall("getRelease", { params: { taskId } }, { live: taskId });
  const confirmed = release.data?.confirmed ?? 0;
  const { busy, run } = useAction(
    async () => {
      const { message } = await call("releaseGrades", { params: { taskId }, body: {} });
      toast(message);
      closeDialog();
      await renewTask(taskId);
    },
    (error) => toast(messageOf(error, "The grades could not be released. Please try again."), "error"),
  );

  return (
    <Modal title="Release grades" maxWidth="520px">
      <ModalText>
        Students see their points, comments and marked pages under the link of their receipt, and can ask for a regrade.
        You can take a release back.
      </ModalText>
      <Answers to={[release]} waiting={<Loading size="3" words="Looking at the grades" />}>
        {(data) => (
          <>
            <p>
              <strong>{releasable(data)}</strong>
              {data.released > 0 && ` ${counted(data.released, "grade")} released before.`}
            </p>
            <OpenMatters matters={openMatters(data)} />
          </>
        )}
      </Answers>
      <ModalFoot close={confirmed === 0 ? "Close" : "Cancel"}>
        {confirmed > 0 && (
          <Button loading={busy} onClick={() => void run()}>
            Release {counted(confirmed, "grade")}
          </Button>
        )}
        {release.data && waitsForReview(release.data) && <ReviewButton taskId={taskId} />}
      </ModalFoot>
    </Modal>
  );
}

function releasable({ confirmed, released }: Release): string {
  if (confirmed > 0) return `${counted(confirmed, "confirmed grade")} will be shown.`;
  return released > 0 ? "Every confirmed grade is released." : "No grade is confirmed yet.";
}

/** Nothing can be released, but something can be confirmed. */
export function waitsForReview({ confirmed, unconfirmed, unplaced, questions }: Release): boolean {
  return confirmed === 0 && unconfirmed + unplaced + questions > 0;
}

export function ReviewButton({ taskId }: { readonly taskId: string }) {
  return (
    <LinkButton to={taskPath(taskId, "review")} onClick={closeDialog}>
      Go to Review
    </LinkButton>
  );
}

interface OpenMattersProps extends ComponentProps<typeof Callout.Root> {
  readonly matters: readonly string[];
}

/** What is not settled yet, as a list; nothing if there is nothing. */
export function OpenMatters({ matters, children, ...callout }: OpenMattersProps) {
  if (matters.length === 0) return null;
  return (
    <Callout.Root color="amber" size="1" mt="3" {...callout}>
      <ul className="bullets">
        {matters.map((matter) => (
          <li key={matter}>{matter}</li>
        ))}
      </ul>
      {children}
    </Callout.Root>
  );
}
