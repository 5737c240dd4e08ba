import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { EDITABLE_TASK_TYPES, TASK_TYPE_VALUES } from "../../../core/rules/tasks/task-types.ts";
import { dashboardPath, taskPath } from "../../../server/contract/pages.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { ApiError, call, pathOf } from "../../api.ts";
import { CheckField } from "../../components/choices.tsx";
import { TextInput } from "../../components/controls.tsx";
import { PageForm, usePageForm } from "../../components/page-form.tsx";
import { LoadingPart, PageHead } from "../../components/page-parts.tsx";
import { classGroupLabel, taskTypeLabel } from "../../format.ts";
import { type Form, focusFirst } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { useOwnUser } from "../../store.ts";
import {
  checkFirstStep,
  checkSecondStep,
  type TaskDraft,
  taskBodyOf,
  taskDraftOf,
  validateExpressions,
} from "./draft.ts";
import { FirstStep } from "./first-step.tsx";
import "./task-wizard.css";

/** The last choice: the next task begins with it. */
const TERMINALS_KEY = "task-terminals";

export type TaskBody = ReturnType<typeof taskBodyOf>;

interface TaskWizardProps {
  /** Null: a new one. */
  readonly task: Task | null;
  readonly classes: readonly ClassSummary[];
  /** Returns false if the user cancels it. */
  save(body: TaskBody): Promise<boolean>;
}

export function TaskWizard({ task, classes, save }: TaskWizardProps) {
  const { timezone } = pageData().site;
  const [start] = useState(() => {
    const draft = taskDraftOf(task, timezone);
    if (task !== null) return draft;
    const terminals = localStorage.getItem(TERMINALS_KEY) === "true";
    return { ...draft, terminals, classGroup: classes.length === 1 ? classes[0]!.id : "" };
  });
  const [step, setStep] = useState<1 | 2>(1);
  const navigate = useNavigate();
  const user = useOwnUser();
  const path = task ? taskPath(task.id) : dashboardPath(user.id);
  const form = usePageForm(start, {
    check: step === 1 ? checkFirstStep : checkSecondStep,
    async send(draft, leave) {
      if (step === 2) {
        try {
          if (!(await save(taskBodyOf(draft, timezone)))) return;
          localStorage.setItem(TERMINALS_KEY, String(draft.terminals));
          leave(path);
          return;
        } catch (error) {
          // Only the server knows what has room on a sheet.
          const issues =
            error instanceof ApiError ? error.issues.filter(({ field }) => field.startsWith("items[")) : [];
          if (issues.length === 0) throw error;
          setStep(1);
          focusFirst('main form [aria-invalid="true"]');
          return issues;
        }
      }
      const invalid = await validateExpressions(draft, async (expression) => {
        return (await call("validateExpression", { body: { expression } })).valid;
      });
      if (invalid.length === 0) goTo(2);
      return invalid;
    },
  });

  /** The button that was pressed disappears with its step: the keyboard continues at the new one. */
  function goTo(other: 1 | 2): void {
    setStep(other);
    focusFirst("main form input:not([readonly])");
  }

  const [action, busy] = task ? ["Save Task", "Saving..."] : ["Create Task", "Creating..."];
  return (
    <div className="page page-narrow">
      <PageHead
        title={task ? "Edit Task" : "Create Task"}
        text={step === 1 ? "Step 1 of 2: the task and its answers" : "Step 2 of 2: when it is due"}
      />
      <PageForm
        key={step}
        form={form}
        action={step === 1 ? (form.busy ? "Validating expressions....." : "Next") : form.busy ? busy : action}
        back={step === 1 ? "Cancel" : "Back"}
        backDisabled={step === 2 && form.busy}
        onBack={() => (step === 1 ? void navigate(path) : goTo(1))}
      >
        {step === 1 ? (
          <FirstStep
            form={form}
            classes={classes}
            // The form does not offer every type for a stored task, but the task keeps its own.
            types={task ? [...new Set([...EDITABLE_TASK_TYPES, task.exam_type])] : TASK_TYPE_VALUES}
            handedIn={task !== null && task.total_submissions > 0}
            pictureUrl={(picture) => {
              if (task === null || picture.startsWith("data:")) return picture;
              return pathOf("getQuestionPicture", { params: { taskId: task.id, pictureId: picture } });
            }}
          />
        ) : (
          <SecondStep form={form} group={classes.find(({ id }) => id === form.fields.classGroup)} />
        )}
      </PageForm>
    </div>
  );
}

function SecondStep({ form, group }: { readonly form: Form<TaskDraft>; readonly group: ClassSummary | undefined }) {
  const { examType, allowReplacements, terminals } = form.fields;
  return (
    <section className="panel panel-body fields" aria-label="Due date">
      <TextInput label="Type of Task" readOnly value={taskTypeLabel(examType)} />
      <TextInput label="Class Group" readOnly value={group ? classGroupLabel(group) : ""} />
      <TextInput
        label="Due Date"
        type="datetime-local"
        hint={`By the clock of ${pageData().site.timezone}. Students can hand in until then.`}
        {...form.input("dueDate")}
      />
      <CheckField checked={allowReplacements} onChange={(checked) => form.change({ allowReplacements: checked })}>
        Students can replace a page that they handed in
        <small>
          {allowReplacements
            ? "A new page counts at once. If the earlier page is graded or is your own scan, the new one waits in the queue until you choose."
            : "The first page of each item is final: another one is refused. You can still upload a page yourself."}
        </small>
      </CheckField>
      <CheckField checked={terminals} onChange={(checked) => form.change({ terminals: checked })}>
        Print the names of inputs and outputs on the sheets
        <small>
          A wire that ends at a name at the border needs no letter, which could be misread. All inputs that an item
          names are printed, otherwise A to G, whatever the keys need.
        </small>
      </CheckField>
    </section>
  );
}

export function WizardSkeleton({ title }: { readonly title: string }) {
  return (
    <div className="page page-narrow">
      <PageHead title={title} />
      <LoadingPart words="Loading" />
    </div>
  );
}
