import { DownloadIcon, EyeNoneIcon, PaperPlaneIcon } from "@radix-ui/react-icons";
import { Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import type { Release } from "../../../server/contract/results/release.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call } from "../../api.ts";
import { useCall } from "../../calls/use-call.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { Loading } from "../../components/loading.tsx";
import { counted, formatDate } from "../../format.ts";
import { saveAnswer } from "../../save-file.ts";
import { confirmFirst, toast } from "../../store.ts";
import { OpenMatters, ReleaseDialog, ReviewButton, waitsForReview } from "./release-dialog.tsx";
import { ReleaseStudents } from "./release-students.tsx";

interface ReleaseCardProps {
  readonly task: Task;
  onChanged(): Promise<void>;
}

/** What students see of the task's grades: released, taken back, for all or for one; and their links. */
export function ReleaseCard({ task, onChanged }: ReleaseCardProps) {
  const { id: taskId } = task;
  const release = useCall("getRelease", { params: { taskId } }, { live: taskId });
  const [open, setOpen] = useState(false);
  const { data, error, reload } = release;

  if (data === null) {
    if (error !== null) return <CallFailed message={error.message} onRetry={() => void reload()} />;
    return <Loading size="2" words="Looking at the grades" />;
  }

  async function changed(): Promise<void> {
    await Promise.all([reload(), onChanged()]);
  }

  return (
    <>
      <p>
        Students see confirmed grades once you release them, under the link of their receipt, also after the due date.
        Pages that you scanned have no receipt: send those students the links of the list.
      </p>
      <p className="release-sum">
        <strong>{counted(data.released, "grade")} released</strong>, {data.confirmed} confirmed and not released,{" "}
        {data.unconfirmed} not confirmed.
      </p>
      <OpenMatters release={data} />
      <Flex gap="3" mt="3" wrap="wrap">
        {waitsForReview(data) ? (
          <ReviewButton taskId={taskId} />
        ) : (
          <Button disabled={data.confirmed === 0} onClick={() => setOpen(true)}>
            <PaperPlaneIcon /> Release {data.confirmed === 0 ? "Grades" : counted(data.confirmed, "Grade")}
          </Button>
        )}
        {data.last !== null && (
          <Button variant="soft" color="gray" onClick={() => withdrawLast(taskId, data.last!, changed)}>
            <EyeNoneIcon /> Take Back the Last Release
          </Button>
        )}
        {!task.names_hidden && (
          <Button
            variant="soft"
            onClick={() => void saveAnswer(call("getResultLinks", { params: { taskId } }), `${task.title} links.csv`)}
          >
            <DownloadIcon /> Save Links
          </Button>
        )}
      </Flex>
      {data.last !== null && (
        <p className="note release-sum">
          Last release: {formatDate(data.last.released_at)}, {counted(data.last.answers, "grade")}.
        </p>
      )}
      {task.names_hidden ? (
        <p>While names are hidden, grades are released to all students together, and links are not shown.</p>
      ) : (
        <ReleaseStudents taskId={taskId} students={data.students} onChanged={changed} />
      )}
      <ReleaseDialog taskId={taskId} open={open} onClose={() => setOpen(false)} onReleased={onChanged} />
    </>
  );
}

function withdrawLast(taskId: string, last: NonNullable<Release["last"]>, changed: () => Promise<void>): void {
  confirmFirst({
    title: "Take back the last release",
    text: `Students will no longer see the ${counted(last.answers, "grade")} of ${formatDate(last.released_at)}. The grades stay confirmed.`,
    action: "Take Back",
    busy: "Taking back...",
    async run() {
      const body = { released_at: last.released_at };
      toast((await call("withdrawGrades", { params: { taskId }, body })).message);
      await changed();
    },
  });
}
