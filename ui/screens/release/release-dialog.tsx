import { Button, Callout } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { taskPath } from "../../../server/contract/pages.ts";
import type { Release } from "../../../server/contract/results/release.ts";
import { call, messageOf } from "../../api.ts";
import { type CallState, useCall } from "../../calls/use-call.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { Loading } from "../../components/loading.tsx";
import { Modal, ModalFoot, ModalText } from "../../components/modal.tsx";
import { counted } from "../../format.ts";
import { toast } from "../../store.ts";
import { openMatters } from "./release-words.ts";
import "./release.css";

interface ReleaseDialogProps {
  readonly taskId: string;
  readonly open: boolean;
  onClose(): void;
  /** Loads the task again. */
  onReleased(): Promise<void>;
}

/** Says what a release shows to students, and what it leaves open, before it is done. */
export function ReleaseDialog({ taskId, open, onClose, onReleased }: ReleaseDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title="Release grades" maxWidth="520px">
      <Question taskId={taskId} onClose={onClose} onReleased={onReleased} />
    </Modal>
  );
}

function Question({ taskId, onClose, onReleased }: Omit<ReleaseDialogProps, "open">) {
  const release = useCall("getRelease", { params: { taskId } }, { live: taskId });
  const [busy, setBusy] = useState(false);
  const confirmed = release.data?.confirmed ?? 0;

  async function run(): Promise<void> {
    setBusy(true);
    try {
      const { message } = await call("releaseGrades", { params: { taskId }, body: {} });
      toast(message);
      onClose();
      await Promise.all([release.reload(), onReleased()]);
    } catch (error) {
      toast(messageOf(error, "The grades could not be released. Please try again."), "error");
      setBusy(false);
    }
  }

  return (
    <>
      <ModalText>
        Students see their points, comments and marked pages under the link of their receipt, and can ask for a regrade.
        You can take a release back.
      </ModalText>
      <Outlook release={release} />
      <ModalFoot close={confirmed === 0 ? "Close" : "Cancel"}>
        {confirmed > 0 && (
          <Button loading={busy} onClick={() => void run()}>
            Release {counted(confirmed, "grade")}
          </Button>
        )}
        {release.data && waitsForReview(release.data) && <ReviewButton taskId={taskId} onFollow={onClose} />}
      </ModalFoot>
    </>
  );
}

/** What the release would show, and what not. */
function Outlook({ release }: { readonly release: CallState<"getRelease"> }) {
  const { data, error, reload } = release;
  if (data === null) {
    if (error !== null) return <CallFailed message={error.message} onRetry={() => void reload()} />;
    return <Loading size="3" words="Looking at the grades" />;
  }
  return (
    <>
      <p className="release-sum">
        <strong>{releasable(data)}</strong>
        {data.released > 0 && ` ${counted(data.released, "grade")} released before.`}
      </p>
      <OpenMatters release={data} />
    </>
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

/** Leads to where grades are confirmed. */
export function ReviewButton({ taskId, onFollow }: { readonly taskId: string; onFollow?(): void }) {
  return (
    <Button asChild>
      <Link to={taskPath(taskId, "review")} {...(onFollow && { onClick: onFollow })}>
        Go to Review
      </Link>
    </Button>
  );
}

/** What is not settled yet, as a list; nothing if there is nothing. */
export function OpenMatters({ release }: { readonly release: Release }) {
  const matters = openMatters(release);
  if (matters.length === 0) return null;
  return (
    <Callout.Root color="amber" size="1" mt="3">
      <ul className="bullets">
        {matters.map((matter) => (
          <li key={matter}>{matter}</li>
        ))}
      </ul>
    </Callout.Root>
  );
}
