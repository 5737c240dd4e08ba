import { useNavigate } from "react-router-dom";
import type { Person } from "../../../server/contract/tasks/people.ts";
import { call } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { confirmFirst, openDialog, toast, useOwnUser } from "../../store.ts";
import { nameOf, type PartChoice, PeopleSection, PersonDialog, type PersonFields } from "./people-section.tsx";

const CHOICES: readonly PartChoice[] = [
  { value: "co-instructor", label: "co-instructs", hint: "May do all that the owner may, but delete the class." },
  { value: "share", label: "grades an equal share", hint: "Of the pages of every task; new pages are shared, too." },
  { value: "none", label: "grades what tasks say", hint: "Nothing, until you assign it in a task's Settings." },
];

export function ClassPeople({ classId }: { readonly classId: string }) {
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
