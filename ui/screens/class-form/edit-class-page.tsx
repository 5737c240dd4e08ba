import { Skeleton } from "@radix-ui/themes";
import { useState } from "react";
import { Link, Navigate, useNavigate, useParams } from "react-router-dom";
import type { Class, ClassChanged, ClassSummary } from "../../../server/contract/tasks/classes.ts";
import type { Person } from "../../../server/contract/tasks/people.ts";
import { ApiError, call } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { SharedBy } from "../../components/due-date.tsx";
import { Answers, PageHead } from "../../components/page-parts.tsx";
import { classGroupLabel, formatDate, isOverdue } from "../../format.ts";
import { confirmFirst, openDialog, toast, useOwnUser } from "../../store.ts";
import { coursesOf } from "../classes/group-classes.ts";
import { nameOf, type PartChoice, PeopleSection, PersonDialog, type PersonFields } from "../people/people-section.tsx";
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

const CHOICES: readonly PartChoice[] = [
  { value: "co-instructor", label: "co-instructs", hint: "May do all that the owner may, but delete the class." },
  { value: "share", label: "grades an equal share", hint: "Of the pages of every task; new pages are shared, too." },
  { value: "none", label: "grades what tasks say", hint: "Nothing, until you assign it in a task's Settings." },
];

function ClassPeople({ classId }: { readonly classId: string }) {
  const people = useCall("getClassPeople", { params: { classId } });
  const user = useOwnUser();
  const navigate = useNavigate();

  async function send(person: Person | null, { email, part }: PersonFields): Promise<void> {
    const body =
      part === "co-instructor"
        ? { role: "co-instructor" as const, assignment: { kind: "none" as const } }
        : { role: "grader" as const, assignment: { kind: part === "share" ? ("share" as const) : ("none" as const) } };
    const { message } =
      person === null
        ? await call("addClassMember", { params: { classId }, body: { ...body, email } })
        : await call("changeClassMember", { params: { classId, memberId: person.id }, body });
    toast(message);
    await people.reload();
  }

  function edit(person: Person | null): void {
    const start = { part: person === null ? "share" : partOf(person), items: [] };
    openDialog(
      <PersonDialog person={person} choices={CHOICES} start={start} send={(fields) => send(person, fields)} />,
    );
  }

  function remove(person: Person): void {
    const isSelf = person.id === user.id;
    confirmFirst({
      title: isSelf ? "Leave this class?" : `Remove ${nameOf(person)}?`,
      text: isSelf
        ? "You lose access to the class and its tasks at once. Grades that you gave stay."
        : "They lose access to the class and its tasks at once. Grades that they gave stay.",
      action: isSelf ? "Leave" : "Remove",
      async run() {
        toast((await call("removeClassMember", { params: { classId, memberId: person.id } })).message);
        if (isSelf) void navigate(`/classes/${user.id}`);
        else await people.reload();
      },
    });
  }

  return (
    <PeopleSection
      about="Graders see and grade only the pages that are assigned to them."
      people={people}
      describe={wordsFor}
      may={({ role }) => ({ change: role !== "owner", remove: role !== "owner" })}
      onEdit={edit}
      onRemove={remove}
    />
  );
}

function partOf({ role, assignment }: Person): string {
  return role === "grader" ? (assignment?.kind ?? "none") : role;
}

function wordsFor({ role, assignment }: Person): string {
  if (role !== "grader") return "";
  return assignment?.kind === "share" ? "an equal share of the pages of every task" : "what tasks say";
}
