import { Skeleton } from "@radix-ui/themes";
import { useState } from "react";
import { Link, Navigate, useNavigate, useParams } from "react-router-dom";
import type { Class, ClassChanged, ClassSummary } from "../../../server/contract/tasks/classes.ts";
import type { Person } from "../../../server/contract/tasks/people.ts";
import { ApiError, call } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { SharedBy } from "../../components/due-date.tsx";
import { Answers, NotFound, PageHead } from "../../components/page-parts.tsx";
import { classGroupLabel, formatDate, isOverdue } from "../../format.ts";
import { toast, useOwnUser } from "../../store.ts";
import { nameOf, type PartChoice, PeopleSection } from "../people/people-section.tsx";
import type { ClassBody } from "./class-draft.ts";
import { ClassForm } from "./class-form.tsx";

export function Component() {
  const { classId = "" } = useParams();
  const own = useCall("getClass", { params: { classId } });
  const all = useCall("getClasses", {});
  const roster = useCall("getRoster", { params: { classId } });
  if (own.error?.status === 404) return <NotFound error={own.error} />;
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
      <div className="columns">
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

  async function save(fields: ClassBody): Promise<void> {
    try {
      const { message } = await call("editClass", { params: { classId: group.id }, body: { ...fields, loaded } });
      toast(message);
    } catch (error) {
      if (error instanceof ApiError && error.code === "class-changed") setLoaded((error.body as ClassChanged).loaded);
      throw error;
    }
  }

  return <ClassForm own={group} others={classes.filter(({ id }) => id !== group.id)} savedNames={names} save={save} />;
}

function ClassTasks({ classId }: { readonly classId: string }) {
  return (
    <aside className="panel panel-body spaced" aria-labelledby="class-tasks">
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

  return (
    <PeopleSection<Person>
      about="Graders see and grade only the pages that are assigned to them."
      people={people}
      describe={wordsFor}
      may={({ role }) => ({ change: role !== "owner", remove: role !== "owner" })}
      offer={(person) => ({ choices: CHOICES, start: { part: person ? partOf(person) : "share", items: [] } })}
      save={(person, { email, part }) => {
        const kind = part === "share" ? ("share" as const) : ("none" as const);
        const role = part === "co-instructor" ? ("co-instructor" as const) : ("grader" as const);
        const body = { role, assignment: { kind } };
        return person
          ? call("changeClassMember", { params: { classId, memberId: person.id }, body })
          : call("addClassMember", { params: { classId }, body: { ...body, email } });
      }}
      removal={(person) => {
        const [they, gave] = person.id === user.id ? ["You lose", "you gave"] : ["They lose", "they gave"];
        return {
          title: person.id === user.id ? "Leave this class?" : `Remove ${nameOf(person)}?`,
          text: `${they} access to the class and its tasks at once. Grades that ${gave} stay.`,
          action: person.id === user.id ? "Leave" : "Remove",
        };
      }}
      remove={async (person) => {
        const removed = await call("removeClassMember", { params: { classId, memberId: person.id } });
        if (person.id === user.id) void navigate(`/classes/${user.id}`);
        return removed;
      }}
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
