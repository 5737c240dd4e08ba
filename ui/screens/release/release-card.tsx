import { DownloadIcon, EyeNoneIcon, PaperPlaneIcon } from "@radix-ui/react-icons";
import { Button, Flex } from "@radix-ui/themes";
import type { Release } from "../../../server/contract/results/release.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call } from "../../api.ts";
import { renewTask } from "../../calls/queries.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { Loading } from "../../components/loading.tsx";
import { counted, formatDate } from "../../format.ts";
import { saveAnswer } from "../../save-file.ts";
import { confirmFirst, openDialog, toast } from "../../store.ts";
import { OpenMatters, ReleaseDialog, ReviewButton, waitsForReview } from "./release-dialog.tsx";
import { ReleaseStudents } from "./release-students.tsx";

export function ReleaseCard({ task }: { readonly task: Task }) {
  const release = useCall("getRelease", { params: { taskId: task.id } }, { live: task.id });
  return (
    <Answers to={[release]} waiting={<Loading size="2" words="Looking at the grades" />}>
      {(data) => <ReleaseState task={task} release={data} />}
    </Answers>
  );
}

function ReleaseState({ task, release: data }: { readonly task: Task; readonly release: Release }) {
  const { id: taskId } = task;
  return (
    <>
      <p>
        Students see confirmed grades once you release them, under the link of their receipt, also after the due date.
        Pages that you scanned have no receipt: send those students the links of the list.
      </p>
      <p>
        <strong>{counted(data.released, "grade")} released</strong>, {data.confirmed} confirmed and not released,{" "}
        {data.unconfirmed} not confirmed.
      </p>
      <OpenMatters release={data} />
      <Flex gap="3" mt="3" wrap="wrap">
        {waitsForReview(data) ? (
          <ReviewButton taskId={taskId} />
        ) : (
          <Button disabled={data.confirmed === 0} onClick={() => openDialog(<ReleaseDialog taskId={taskId} />)}>
            <PaperPlaneIcon /> Release {data.confirmed === 0 ? "Grades" : counted(data.confirmed, "Grade")}
          </Button>
        )}
        {data.last !== null && (
          <Button variant="soft" color="gray" onClick={() => withdrawLast(taskId, data.last!)}>
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
        <p className="note">
          Last release: {formatDate(data.last.released_at)}, {counted(data.last.answers, "grade")}.
        </p>
      )}
      {task.names_hidden ? (
        <p>While names are hidden, grades are released to all students together, and links are not shown.</p>
      ) : (
        <ReleaseStudents taskId={taskId} students={data.students} />
      )}
    </>
  );
}

function withdrawLast(taskId: string, last: NonNullable<Release["last"]>): void {
  confirmFirst({
    title: "Take back the last release",
    text: `Students will no longer see the ${counted(last.answers, "grade")} of ${formatDate(last.released_at)}. The grades stay confirmed.`,
    action: "Take Back",
    busy: "Taking back...",
    async run() {
      const body = { released_at: last.released_at };
      toast((await call("withdrawGrades", { params: { taskId }, body })).message);
      await renewTask(taskId);
    },
  });
}
