import { useState } from "react";
import { assignmentText } from "../../../core/rules/tasks/assignment.ts";
import type { TaskPerson } from "../../../server/contract/tasks/people.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call } from "../../api.ts";
import { useCall } from "../../calls/use-call.ts";
import { counted } from "../../format.ts";
import { confirmFirst, toast } from "../../store.ts";
import { nameOf, PeopleSection } from "./people-section.tsx";
import { type PartChoice, PersonDialog, type PersonFields } from "./person-dialog.tsx";

const SHARE: PartChoice = {
  value: "share",
  label: "grades an equal share of the pages",
  hint: "Each student's pages go to one grader; new pages are shared, too.",
};
const ITEMS: PartChoice = { value: "items", label: "grades items", hint: "All students' pages of these items." };
const NONE: PartChoice = { value: "none", label: "grades nothing", hint: "In this task." };

/** Who grades what of a task, and how far they are. */
export function TaskPeople({ task }: { readonly task: Task }) {
  const taskId = task.id;
  const { data, error, reload } = useCall("getTaskPeople", { params: { taskId } }, { live: taskId });
  const [edited, setEdited] = useState<TaskPerson | "new" | null>(null);
  const known = edited === "new" ? null : edited;
  const hasGraders = data?.people.some(({ role }) => role === "grader") ?? false;

  async function send({ email, part, items }: PersonFields): Promise<void> {
    const assignment =
      part === "items"
        ? { kind: "items" as const, items: items.map(Number).sort((a, b) => a - b) }
        : { kind: part === "share" ? ("share" as const) : ("none" as const) };
    const { message } = known
      ? await call("changeTaskGrader", { params: { taskId, memberId: known.id }, body: { assignment } })
      : await call("addTaskGrader", { params: { taskId }, body: { email, assignment } });
    toast(message);
    await reload();
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
        await reload();
      },
    });
  }

  return (
    <>
      <PeopleSection<TaskPerson>
        about="Owner and co-instructors grade every page, graders those that are assigned to them. The grade log of a page says who graded it."
        people={data?.people ?? null}
        error={error}
        describe={wordsFor}
        may={({ role, of_task }) => ({ change: role === "grader", remove: of_task })}
        onAdd={() => setEdited("new")}
        onChange={setEdited}
        onRemove={remove}
        onRetry={() => void reload()}
      >
        {hasGraders && data !== null && data.unassigned > 0 && (
          <p className="muted people-about">{counted(data.unassigned, "page")} in nobody’s assignment.</p>
        )}
      </PeopleSection>
      <PersonDialog
        person={edited}
        choices={known?.in_class ? [SHARE, NONE, ITEMS] : [SHARE, ITEMS]}
        items={task.answer_keys.map((_, index) => index + 1)}
        start={{
          part: known?.assignment?.kind ?? "share",
          items: known?.assignment?.kind === "items" ? known.assignment.items.map(String) : [],
        }}
        send={send}
        onClose={() => setEdited(null)}
      />
    </>
  );
}

function wordsFor({ assignment, pages, graded }: TaskPerson): string {
  if (assignment === null) return "every page";
  return `${assignmentText(assignment)}: ${counted(pages ?? 0, "page")}, ${graded ?? 0} graded`;
}
