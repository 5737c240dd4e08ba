import { Pencil1Icon } from "@radix-ui/react-icons";
import { Badge, TextField } from "@radix-ui/themes";
import { type FormEvent, type ReactNode, useState } from "react";
import { displayExpression } from "../../../../core/boolean/forms.ts";
import { CERTAINTY } from "../../../../core/rules/certainty.ts";
import { assignmentText } from "../../../../core/rules/tasks/assignment.ts";
import { namesText } from "../../../../core/rules/tasks/item-names.ts";
import { keyText } from "../../../../core/rules/tasks/key-text.ts";
import { rubricWords } from "../../../../core/rules/tasks/rubric.ts";
import type { RequestOf } from "../../../../server/contract/endpoints.ts";
import type { TaskPerson } from "../../../../server/contract/tasks/people.ts";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { call, messageOf, pathOf } from "../../../api.ts";
import { renewTask, useAction, useCall, useOpenTask } from "../../../calls/calls.ts";
import { SwitchField } from "../../../components/choices.tsx";
import { dimmed, LinkButton, TextInput } from "../../../components/controls.tsx";
import { DueDate } from "../../../components/due-date.tsx";
import { NamesHidden } from "../../../components/grading/names-hidden.tsx";
import { Panel, Scrolling } from "../../../components/page-parts.tsx";
import { counted, formatDate, itemTotal, taskTypeLabel } from "../../../format.ts";
import { openDialog } from "../../../store.ts";
import { nameOf, type PartChoice, PeopleSection } from "../../people/people-section.tsx";
import { ExtensionsDialog } from "./extensions-dialog.tsx";

export function SettingsTab() {
  const task = useOpenTask();
  return (
    <>
      <div className="columns wide-right">
        <div className="spaced">
          <TaskFacts task={task} />
          <Panel title="Grading">
            <GradingView task={task} />
            <CertaintyField task={task} />
          </Panel>
        </div>
        <AnswerKeys task={task} />
      </div>
      <TaskPeople task={task} />
      <LinkButton to={`/edit-task/${task.id}`} variant="soft" mt="4">
        <Pencil1Icon /> Edit Task
      </LinkButton>
    </>
  );
}

function AnswerKeys({ task }: { readonly task: Task }) {
  return (
    <Panel title="Answer Keys">
      <Scrolling className="spaced scroll" aria-label="Expressions and grades">
        {task.answer_keys.map(({ item, keys, rubric, names, question }) => (
          <div key={item} className="spaced tight">
            <h3 className="line between">
              {item}
              <span className="muted">{counted(itemTotal({ keys }), "point")}</span>
            </h3>
            <ul className="spaced tight chips">
              {keys.map(({ grade, ...key }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: keys have no other name than their place
                <li key={index} className="line between">
                  <code className="mono">{displayExpression(keyText(key), names?.inputs)}</code>
                  <strong>{grade}</strong>
                </li>
              ))}
            </ul>
            {question && question.text !== "" && <p className="lines">{question.text}</p>}
            {question && question.picture !== null && (
              <img
                className="question-picture"
                src={pathOf("getQuestionPicture", { params: { taskId: task.id, pictureId: question.picture } })}
                alt={`Of the question of ${item}`}
              />
            )}
            {names && <p className="note">{namesText(names)}</p>}
            {rubric !== null && <p className="note">{rubricWords(rubric).join(" ")}</p>}
          </div>
        ))}
      </Scrolling>
    </Panel>
  );
}

function GradingView({ task }: { readonly task: Task }) {
  const { busy, run } = useAction(async (body: RequestOf<"setGradingView">["body"]) => {
    await call("setGradingView", { params: { taskId: task.id }, body });
    await renewTask(task.id);
  });

  function setting(name: "hide_names" | "random_order" | "show_legibility" | "own_paper", words: string): ReactNode {
    return (
      <SwitchField {...dimmed(busy)} checked={task[name]} onChange={(checked) => void run({ [name]: checked })}>
        {words}
      </SwitchField>
    );
  }

  return (
    <fieldset className="row">
      <legend className="visually-hidden">While grading</legend>
      {setting("hide_names", "Hide names until every page is graded")}
      {task.names_hidden ? (
        <>
          <NamesHidden task={task} />
          <span className="muted">in an order that reveals nothing about them</span>
        </>
      ) : (
        setting("random_order", "Random order")
      )}
      {setting("show_legibility", "Show students before the due date what cannot be read")}
      {setting("own_paper", "Take students' pages on their own paper, for you to check whose they are")}
      {task.hide_names && !task.names_hidden && task.total_submissions > 0 && (
        <span className="muted">Every page is graded: names are shown.</span>
      )}
    </fieldset>
  );
}

/** A task's setting of how sure the machine must be to grade without a person; it is stored on Enter or on leaving. */
function CertaintyField({ task: { id: taskId, certainty } }: { readonly task: Task }) {
  // Until something is typed, it follows what is stored, perhaps by somebody else.
  const [typed, setTyped] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const shown = typed ?? String(certainty.percent);

  async function save(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (!isCertainty(shown)) return;
    setFailure(null);
    if (Number(shown) === certainty.percent) return setTyped(null);
    try {
      await call("setGradingView", { params: { taskId }, body: { certainty: Number(shown) } });
      await renewTask(taskId);
      setTyped((now) => (now === shown ? null : now));
    } catch (error) {
      setFailure(messageOf(error));
    }
  }

  const wrong = isCertainty(shown) ? undefined : `Enter a percentage from ${CERTAINTY.min} to ${CERTAINTY.max}.`;
  return (
    <form className="spaced tight" onSubmit={(event) => void save(event)}>
      <TextInput
        size="2"
        label="How sure must the machine be to grade without you?"
        error={wrong ?? failure ?? undefined}
        inputMode="decimal"
        style={{ maxWidth: 110 }}
        autoComplete="off"
        value={shown}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void save()}
      >
        <TextField.Slot side="right">%</TextField.Slot>
      </TextInput>
      <p className="note">
        {certainty.full} for full marks, {certainty.fewer} for fewer points
      </p>
    </form>
  );
}

function isCertainty(text: string): boolean {
  return /^\d{1,2}(\.\d)?$/.test(text) && Number(text) >= CERTAINTY.min && Number(text) <= CERTAINTY.max;
}

function TaskFacts({ task }: { readonly task: Task }) {
  const facts: Readonly<Record<string, ReactNode>> = {
    Class: `${task.class_code}, group ${task.class_group}`,
    Schedule: task.class_schedule,
    "Type of Task": taskTypeLabel(task.exam_type),
    Status: <Badge color={task.status === "Completed" ? "jade" : "gray"}>{task.status}</Badge>,
    "Due Date": <DueDate task={task} />,
    Extensions: (
      <>
        {task.extensions === 0 ? "None" : counted(task.extensions, "student")} ·{" "}
        <button
          type="button"
          className="link-button"
          aria-label="Change extensions"
          onClick={() => openDialog(<ExtensionsDialog task={task} />)}
        >
          Change
        </button>
      </>
    ),
    Updated: <time dateTime={task.updated_at}>{formatDate(task.updated_at)}</time>,
    Submissions: `${task.total_submissions} (${task.reviewed_submissions} graded)`,
  };
  return (
    <Panel title="Details">
      <dl className="facts">
        {Object.entries(facts).map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const SHARE: PartChoice = {
  value: "share",
  label: "grades an equal share of the pages",
  hint: "Each student's pages go to one grader; new pages are shared, too.",
};
const ITEMS: PartChoice = { value: "items", label: "grades items", hint: "All students' pages of these items." };
const NONE: PartChoice = { value: "none", label: "grades nothing", hint: "In this task." };

function TaskPeople({ task }: { readonly task: Task }) {
  const taskId = task.id;
  const people = useCall("getTaskPeople", { params: { taskId } }, { live: taskId });
  const { data } = people;
  const hasGraders = data?.people.some(({ role }) => role === "grader") ?? false;

  return (
    <PeopleSection<TaskPerson>
      about="Owner and co-instructors grade every page, graders those that are assigned to them. The grade log of a page says who graded it."
      people={people}
      describe={wordsFor}
      may={({ role, of_task }) => ({ change: role === "grader", remove: of_task })}
      offer={(person) => ({
        choices: person?.in_class ? [SHARE, NONE, ITEMS] : [SHARE, ITEMS],
        items: task.answer_keys.map((_, index) => index + 1),
        start: {
          part: person?.assignment?.kind ?? "share",
          items: person?.assignment?.kind === "items" ? person.assignment.items.map(String) : [],
        },
      })}
      save={(person, { email, part, items }) => {
        const assignment =
          part === "items"
            ? { kind: "items" as const, items: items.map(Number).sort((a, b) => a - b) }
            : { kind: part === "share" ? ("share" as const) : ("none" as const) };
        return person
          ? call("changeTaskGrader", { params: { taskId, memberId: person.id }, body: { assignment } })
          : call("addTaskGrader", { params: { taskId }, body: { email, assignment } });
      }}
      removal={(person) =>
        person.in_class
          ? {
              title: `Undo the change for ${nameOf(person)}?`,
              text: "They grade in this task again what the class says.",
              action: "Undo",
            }
          : {
              title: `Remove ${nameOf(person)}?`,
              text: "They lose access to this task at once. Grades that they gave stay.",
              action: "Remove",
            }
      }
      remove={({ id }) => call("removeTaskGrader", { params: { taskId, memberId: id } })}
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
