import { assignmentText } from "../../../core/rules/tasks/assignment.ts";
import type { TaskPerson } from "../../../server/contract/tasks/people.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { counted } from "../../format.ts";
import { confirmFirst, openDialog, toast } from "../../store.ts";
import { nameOf, type PartChoice, PeopleSection, PersonDialog, type PersonFields } from "./people-section.tsx";

const SHARE: PartChoice = {
  value: "share",
  label: "grades an equal share of the pages",
  hint: "Each student's pages go to one grader; new pages are shared, too.",
};
const ITEMS: PartChoice = { value: "items", label: "grades items", hint: "All students' pages of these items." };
const NONE: PartChoice = { value: "none", label: "grades nothing", hint: "In this task." };

export function TaskPeople({ task }: { readonly task: Task }) {
  const taskId = task.id;
  const people = useCall("getTaskPeople", { params: { taskId } }, { live: taskId });
  const { data } = people;
  const hasGraders = data?.people.some(({ role }) => role === "grader") ?? false;

  async function send(person: TaskPerson | null, { email, part, items }: PersonFields): Promise<void> {
    const assignment =
      part === "items"
        ? { kind: "items" as const, items: items.map(Number).sort((a, b) => a - b) }
        : { kind: part === "share" ? ("share" as const) : ("none" as const) };
    const { message } = person
      ? await call("changeTaskGrader", { params: { taskId, memberId: person.id }, body: { assignment } })
      : await call("addTaskGrader", { params: { taskId }, body: { email, assignment } });
    toast(message);
    await people.reload();
  }

  function edit(person: TaskPerson | null): void {
    const assignment = person?.assignment;
    openDialog(
      <PersonDialog
        person={person}
        choices={person?.in_class ? [SHARE, NONE, ITEMS] : [SHARE, ITEMS]}
        items={task.answer_keys.map((_, index) => index + 1)}
        start={{
          part: assignment?.kind ?? "share",
          items: assignment?.kind === "items" ? assignment.items.map(String) : [],
        }}
        send={(fields) => send(person, fields)}
      />,
    );
  }

  function remove(person: TaskPerson): void {
    confirmFirst({
      title: person.in_class ? `Undo the change for ${nameOf(person)}?` : `Remove ${nameOf(person)}?`,
      text: person.in_class
        ? "They grade in this task again what the class says."
        : "They lose access to this task at once. Grades that they gave stay.",
      action: person.in_class ? "Undo" : "Remove",
      async run() {
        toast((await call("removeTaskGrader", { params: { taskId, memberId: person.id } })).message);
        await people.reload();
      },
    });
  }

  return (
    <PeopleSection
      about="Owner and co-instructors grade every page, graders those that are assigned to them. The grade log of a page says who graded it."
      people={people}
      describe={wordsFor}
      may={({ role, of_task }) => ({ change: role === "grader", remove: of_task })}
      onEdit={edit}
      onRemove={remove}
    >
      {hasGraders && data !== null && data.unassigned > 0 && (
        <p className="muted">{counted(data.unassigned, "page")} in nobody’s assignment.</p>
      )}
    </PeopleSection>
  );
}

function wordsFor({ assignment, pages, graded }: TaskPerson): string {
  if (assignment === null) return "every page";
  return `${assignmentText(assignment)}: ${counted(pages ?? 0, "page")}, ${graded ?? 0} graded`;
}
