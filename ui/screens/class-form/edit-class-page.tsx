import { Skeleton } from "@radix-ui/themes";
import { useState } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import type { Class, ClassChanged, ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { ApiError, call } from "../../api.ts";
import { useCall } from "../../calls/use-call.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Pending } from "../../components/pending.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { classGroupLabel, formatDate, isOverdue } from "../../format.ts";
import { toast } from "../../store.ts";
import { coursesOf } from "../classes/group-classes.ts";
import { ClassPeople } from "../people/class-people.tsx";
import { ClassForm, type ClassPayload } from "./class-form.tsx";
import { useClassDraft } from "./use-class-draft.ts";

/** Edits a class, and shows its tasks. */
export function EditClassPage() {
  const { classId = "" } = useParams();
  const own = useCall("getClass", { params: { classId } });
  const all = useCall("getClasses", {});
  const roster = useCall("getRoster", { params: { classId } });
  const error = own.error ?? all.error;
  if (own.error?.status === 404) {
    return <Navigate to="/error" replace state={{ type: "404", message: own.error.message }} />;
  }
  if (own.data?.role === "grader") return <Navigate to="/error" replace state={{ type: "403" }} />;
  return (
    <div className="page">
      <PageHead
        title="Edit Class"
        text={
          own.data && (
            <>
              {classGroupLabel(own.data)} <SharedBy of={own.data} />
            </>
          )
        }
      />
      {error !== null && (
        <CallFailed message={error.message} onRetry={() => void Promise.all([own.reload(), all.reload()])} />
      )}
      {error === null && (
        <div className="columns class-columns">
          {own.data && all.data ? (
            <EditedClass
              key={own.data.id}
              group={own.data}
              classes={all.data.filter(({ owner }) => owner.email === own.data?.owner.email)}
              names={new Map(roster.data?.students.map(({ student_id, name }) => [student_id, name]))}
            />
          ) : (
            <Skeleton height="480px" />
          )}
          <ClassTasks classId={classId} />
        </div>
      )}
      {own.data && <ClassPeople classId={classId} />}
    </div>
  );
}

interface EditedClassProps {
  readonly group: Class;
  readonly classes: readonly ClassSummary[];
  /** The stored names, by student ID. */
  readonly names: ReadonlyMap<string, string>;
}

function EditedClass({ group, classes, names }: EditedClassProps) {
  // Only what differs from it is changed, so that nothing is lost that another tab saves meanwhile.
  const [loaded, setLoaded] = useState(group);
  const draft = useClassDraft({
    fields: {
      classCode: group.class_code,
      classGroup: String(group.class_group),
      classSchedule: group.class_schedule,
    },
    students: group.student_list,
    others: classes.filter(({ id }) => id !== group.id),
    editing: true,
  });

  async function save(fields: ClassPayload): Promise<void> {
    try {
      const { message } = await call("editClass", { params: { classId: group.id }, body: { ...fields, loaded } });
      toast(message);
    } catch (error) {
      if (error instanceof ApiError && error.code === "class-changed") setLoaded((error.body as ClassChanged).loaded);
      throw error;
    }
  }

  return (
    <ClassForm
      draft={draft}
      savedNames={names}
      codes={coursesOf(classes).map(({ code }) => code)}
      editing
      action="Save Changes"
      busy="Saving..."
      save={save}
    />
  );
}

function ClassTasks({ classId }: { readonly classId: string }) {
  const { data, error, reload } = useCall("getTasksByClass", { params: { classId } });
  return (
    <aside className="panel panel-body class-tasks" aria-labelledby="class-tasks">
      <h2 id="class-tasks">Tasks</h2>
      <Pending data={data} error={error} onRetry={reload} height="120px" />
      {data?.length === 0 && <p className="note">No tasks found for this class.</p>}
      {data !== null && data.length > 0 && (
        <ul className="spaced">
          {data.map((task) => (
            <li key={task.id}>
              <Link to={`/task/${task.id}`} className="row-link">
                <strong>{task.title}</strong>
                <small className={isOverdue(task.due_date) ? "overdue" : undefined}>
                  {task.due_date ? `Due ${formatDate(task.due_date)}` : "N/A"}
                </small>
              </Link>
              <Link
                to={`/stacks/${task.id}`}
                className="class-task-stacks"
                aria-label={`Templates and stacks of ${task.title}`}
              >
                Templates and stacks
              </Link>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
