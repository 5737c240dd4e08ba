import { ExclamationTriangleIcon, FileTextIcon } from "@radix-ui/react-icons";
import { Button, Skeleton } from "@radix-ui/themes";
import { Link, Navigate, useParams } from "react-router-dom";
import { taskPath } from "../../../server/contract/pages.ts";
import type { Stack } from "../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call } from "../../api.ts";
import { useAction, useCall } from "../../calls/calls.ts";
import { useTask } from "../../calls/tasks.ts";
import { IdsShown, NamesHidden } from "../../components/grading/names-hidden.tsx";
import { LackingLettersNote } from "../../components/lacking-letters.tsx";
import { Answers, PageHead } from "../../components/page-parts.tsx";
import { isTaskGone } from "../../components/task/task-actions.tsx";
import { classGroupLabel, counted } from "../../format.ts";
import { saveAnswer } from "../../save-file.ts";
import { toast } from "../../store.ts";
import { DropZone } from "./drop-zone.tsx";
import { StackCard } from "./stack-card.tsx";
import "./stacks.css";

export function Component() {
  const { taskId = "" } = useParams();
  const task = useTask(taskId, { live: true });
  const stacks = useCall("getStacks", { params: { taskId } }, { live: taskId });
  const queued = (stacks.data?.stacks ?? []).reduce((sum, stack) => sum + stack.queued, 0);
  if (isTaskGone(task)) {
    return <Navigate to="/error" replace state={{ type: "404", message: task.error.message }} />;
  }
  return (
    <div className="page">
      <PageHead
        title="Scanned Stacks"
        text={
          task.data && (
            <>
              <Link to={`/task/${task.data.id}`}>{task.data.title}</Link> · {classGroupLabel(task.data)}{" "}
              <NamesHidden task={task.data} />
            </>
          )
        }
      >
        <Button
          asChild
          variant={queued > 0 ? "solid" : "soft"}
          color={queued > 0 ? "amber" : "gray"}
          className="rt-high-contrast"
        >
          <Link to={taskPath(taskId, "review")}>
            <ExclamationTriangleIcon /> Review{queued > 0 && ` (${queued})`}
          </Link>
        </Button>
      </PageHead>
      <Answers to={[task, stacks]} waiting={<Skeleton height="380px" />}>
        {(known, { stacks: all }) => (
          <>
            <IdsShown task={known} because="you see which student each page went to." />
            <div className="columns stack-columns">
              <DropZone
                taskId={taskId}
                onTaken={({ message, stack }) => {
                  if (stack) toast(message);
                  void stacks.reload();
                }}
              />
              <TemplateTools task={known} />
            </div>
            <StackList stacks={all} />
          </>
        )}
      </Answers>
    </div>
  );
}

function StackList({ stacks }: { readonly stacks: readonly Stack[] }) {
  if (stacks.length === 0) {
    return (
      <div className="empty-state">
        <p>
          No stacks yet. Print the personal templates, let the class draw on them, scan them and drop the scan here.
        </p>
      </div>
    );
  }
  return (
    <ul className="spaced" aria-label="Stacks">
      {stacks.map((stack, index) => (
        <StackCard key={stack.id} stack={stack} openAtFirst={index === 0} />
      ))}
    </ul>
  );
}

function TemplateTools({ task }: { readonly task: Task }) {
  const roster = useCall("getRoster", { params: { classId: task.class_id } });
  const unprintable = useCall("getUnprintable", { params: { taskId: task.id } });
  const { busy, run: download } = useAction(() =>
    saveAnswer(call("getPersonalTemplates", { params: { taskId: task.id } }), `${task.title} - personal templates.pdf`),
  );
  const students = roster.data?.students ?? [];
  const nameless = students.filter(({ name }) => name === "").length;

  return (
    <section className="panel panel-body spaced" aria-labelledby="stack-templates">
      <h2 id="stack-templates">Personal templates</h2>
      <Answers to={[roster]} waiting={null}>
        {() => (
          <p>
            {counted(students.length * task.answer_keys.length, "page")} for {counted(students.length, "student")} and{" "}
            {counted(task.answer_keys.length, "item")}, with name, ID and a signed QR code.
            {nameless > 0 && ` ${counted(nameless, "student")} without a name: the field stays empty.`}{" "}
            <Link to={`/edit-class/${task.class_id}`}>Import names</Link>
          </p>
        )}
      </Answers>
      <Button disabled={busy || students.length === 0} onClick={() => void download()}>
        <FileTextIcon /> {busy ? "Preparing..." : "Download the templates"}
      </Button>
      {unprintable.data && <LackingLettersNote {...unprintable.data.templates} />}
    </section>
  );
}
