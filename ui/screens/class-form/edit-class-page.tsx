import { Skeleton } from "@radix-ui/themes";
import { useState } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import type { Class, ClassChanged, ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { ApiError, call } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { Answers, PageHead } from "../../components/page-parts.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { classGroupLabel, formatDate, isOverdue } from "../../format.ts";
import { toast } from "../../store.ts";
import { coursesOf } from "../classes/group-classes.ts";
import { ClassPeople } from "../people/class-people.tsx";
import { ClassForm, type ClassPayload } from "./class-form.tsx";
import { useClassDraft } from "./use-class-draft.ts";

export function Component() {
  const { classId = "" } = useParams();
  const own = useCall("getClass", { params: { classId } });
  const all = useCall("getClasses", {});
  const roster = useCall("getRoster", { params: { classId } });
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
      <div className="columns class-columns">
        <Answers to={[own, all]} waiting={<Skeleton height="480px" />}>
          {(group, classes) => (
            <EditedClass
              key={group.id}
              group={group}
              classes={classes.filter(({ owner }) => owner.email === group.owner.email)}
              names={new Map(roster.data?.students.map(({ student_id, name }) => [student_id, name]))}
            />
          )}
        </Answers>
        <ClassTasks classId={classId} />
      </div>
      {own.data && <ClassPeople classId={classId} />}
    </div>
  );
}

interface EditedClassProps {
  readonly group: Class;
  readonly classes: readonly ClassSummary[];
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
  return (
    <aside className="panel panel-body class-tasks" aria-labelledby="class-tasks">
      <h2 id="class-tasks">Tasks</h2>
      <Answers to={[useCall("getTasksByClass", { params: { classId } })]} waiting={<Skeleton height="120px" />}>
        {(tasks) =>
          tasks.length === 0 ? (
            <p className="note">No tasks found for this class.</p>
          ) : (
            <ul className="spaced">
              {tasks.map((task) => (
                <li key={task.id}>
                  <Link to={`/task/${task.id}`} className="row-link">
                    <strong>{task.title}</strong>
                    <small className={isOverdue(task.due_date) ? "overdue" : undefined}>
                      {task.due_date ? `Due ${formatDate(task.due_date)}` : "N/A"}
                    </small>
                  </Link>
                  <Link
                    to={`/stacks/${task.id}`}
                    className="touch-link"
                    aria-label={`Templates and stacks of ${task.title}`}
                  >
                    Templates and stacks
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Answers>
    </aside>
  );
}
