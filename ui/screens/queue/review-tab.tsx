import { CheckCircledIcon, ResetIcon } from "@radix-ui/react-icons";
import { Kbd, Spinner } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { taskPath } from "../../../server/contract/pages.ts";
import type { LastBatch as Batch } from "../../../server/contract/results/answers.ts";
import type { File as Submission } from "../../../server/contract/results/file.ts";
import type { Queue } from "../../../server/contract/tasks/stack.ts";
import { call } from "../../api.ts";
import { renewTask, useAction, useCall, useOpenTask, useTaskWork } from "../../calls/calls.ts";
import { BusyButton, SmallButton } from "../../components/controls.tsx";
import { Answers, LoadingPart } from "../../components/page-parts.tsx";
import { counted, formatDate } from "../../format.ts";
import { confirmFirst, toast } from "../../store.ts";
import { orderGroups } from "../answer-groups/group-words.ts";
import { QueueView } from "./queue-view.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";
import "./queue.css";

export function ReviewTab() {
  const task = useOpenTask();
  const { files, queue, requests } = useTaskWork(task.id);
  const groups = useCall("getAnswerGroups", { params: { taskId: task.id }, query: {} }, { live: task.id });
  return (
    <Answers to={[queue, groups, requests]} waiting={<LoadingPart words="Loading what needs you" />}>
      {(waiting, { groups: answers, last_batch }, asked) => (
        <>
          <QueueCounts queue={waiting} />
          <AcceptSure queue={waiting} right={countRight(files.data?.files ?? [], waiting)} />
          <LastBatch batch={last_batch} />
          <QueueView queue={waiting} groups={orderGroups(answers)} requests={asked.requests}>
            <NothingWaits queue={waiting} />
          </QueueView>
        </>
      )}
    </Answers>
  );
}

function QueueCounts({ queue: { entries, pending, clear, graded, certainty } }: { readonly queue: Queue }) {
  const task = useOpenTask();
  return (
    <p className="muted" role="status">
      <strong>{counted(entries.length, "page")} in the queue</strong> · {clear} can be confirmed now · {graded} graded
      {pending > 0 && (
        <span className="queue-pending">
          {" "}
          · <Spinner size="1" /> {pending} still being processed
        </span>
      )}
      <br />
      <span className="note">
        The machine must be {certainty.full} sure of full marks, and {certainty.fewer} of fewer points.{" "}
        {instructs(task) && <Link to={taskPath(task.id, "settings")}>Change</Link>}
      </span>
    </p>
  );
}

function NothingWaits({ queue: { pending, clear, graded } }: { readonly queue: Queue }) {
  const task = useOpenTask();
  return (
    <div className="centred empty-state">
      <p>
        {pending > 0
          ? "Nothing needs you yet. Pages are still being processed."
          : graded + clear > 0
            ? "Nothing needs you: every page is graded, or the machine is sure enough of it."
            : "Nothing was handed in yet."}
      </p>
      {clear === 0 && instructs(task) && <Link to={`/stacks/${task.id}`}>Add pages</Link>}
    </div>
  );
}

function countRight(files: readonly Submission[], { entries, clear }: Queue): number {
  const waiting = new Set(entries.map(({ id }) => id));
  const right = files.filter((file) => {
    return !file.graded && !waiting.has(file.id) && file.proposed_grade === file.maximum_grade;
  });
  return Math.min(right.length, clear);
}

interface AcceptSureProps {
  readonly queue: Queue;
  /** How many of the grades that it confirms are full marks; some may not be counted yet. */
  readonly right: number;
}

function AcceptSure({ queue: { clear: pages, at, certainty }, right }: AcceptSureProps) {
  const { id: taskId } = useOpenTask();
  const { busy, run } = useAction(async () => {
    const seen = { at, percent: certainty.percent };
    const given = call("acceptGrades", { params: { taskId }, body: { seen } });
    const { batch } = await given.finally(() => renewTask(taskId));
    toast(batch ? `${counted(batch.files, "grade")} confirmed. You can undo this.` : "Nothing was left to confirm.");
  });
  useQueueKeys(pages > 0 ? { s: () => void run() } : {});
  if (pages === 0) return null;
  return (
    <section className="panel row between box" aria-label="Pages that the machine is sure of">
      <p>
        <strong>{right > 0 ? counted(right, "right answer") : counted(pages, "page")}</strong>
        {right > 0 && pages > right && ` and ${pages - right} with fewer points`}: the machine is sure.
      </p>
      <BusyButton busy={busy} icon={<CheckCircledIcon />} onClick={() => void run()}>
        Confirm {counted(pages, "grade")} <Kbd>S</Kbd>
      </BusyButton>
    </section>
  );
}

/** The grades that were given together last; nothing if there is nothing to undo. */
function LastBatch({ batch }: { readonly batch: Batch | null }) {
  const { id: taskId } = useOpenTask();
  if (batch === null) return null;
  const { id, label, files, released, created_at: time } = batch;
  const results = released === files ? "these results" : `${released} of these results`;
  const hidden = released > 0 ? `Students can see ${results}; taking the grades back hides them. ` : "";

  function undo(): void {
    confirmFirst({
      title: `Undo ${counted(files, "grade")}?`,
      text:
        `${hidden}The pages get back their earlier grades and comments; pages that were changed since keep what they ` +
        "have. Answer keys and rubrics stay as they are now.",
      action: "Undo",
      async run() {
        // What it says of students may be old by now.
        const undone = call("undoGrades", { params: { batchId: id }, body: { released } });
        const { restored, skipped } = await undone.finally(() => renewTask(taskId));
        toast(`${counted(restored, "page")} as before${skipped > 0 ? `, ${skipped} changed since` : ""}.`);
      },
    });
  }

  return (
    <div className="panel row between box">
      <span>
        {label}: {counted(files, "page")} changed, {formatDate(time)}
      </span>
      <SmallButton onClick={undo}>
        <ResetIcon /> Undo
      </SmallButton>
    </div>
  );
}
