import { Button, Checkbox, Skeleton, Text } from "@radix-ui/themes";
import { useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { call, messageOf } from "../../api.ts";
import { FormFailure, TextInput } from "../../components/controls.tsx";
import { PageHead } from "../../components/page-parts.tsx";
import { classGroupLabel, taskTypeLabel } from "../../format.ts";
import { focusFirst, focusInvalid, useIssues } from "../../hooks/use-form.ts";
import { SAVING, useLeaveWarning } from "../../hooks/use-leave-warning.ts";
import { useMounted } from "../../hooks/use-mounted.ts";
import { pageData } from "../../page-data.ts";
import { checkFirstStep, checkSecondStep, type DraftPart, type TaskDraft, validateExpressions } from "./draft.ts";
import { FirstStep } from "./first-step.tsx";
import "./task-wizard.css";

interface TaskWizardProps {
  readonly title: string;
  readonly start: TaskDraft;
  readonly classes: readonly ClassSummary[];
  readonly types: readonly string[];
  /** 'Create Task', and its text while it is working. */
  readonly action: string;
  readonly busy: string;
  readonly cancelPath: string;
  /** Students have handed in: the numbers of items stay. */
  readonly handedIn: boolean;
  /** Saves; returns the path to go to, or null if it was cancelled. It asks its questions with `ask`. */
  onSave(draft: TaskDraft, ask: <Answer>(question: () => Promise<Answer>) => Promise<Answer>): Promise<string | null>;
}

export function TaskWizard(props: TaskWizardProps) {
  const { start, classes } = props;
  const [draft, setDraft] = useState(start);
  const [step, setStep] = useState<1 | 2>(1);
  /** While it is `asking`, nothing is on its way to the server. */
  const [work, setWork] = useState<"checking" | "saving" | "asking" | null>(null);
  const busy = work !== null;
  const [failure, setFailure] = useState<string | null>(null);
  const issues = useIssues();
  const navigate = useNavigate();
  const leave = useLeaveWarning(draft !== start, work === "saving" ? SAVING : undefined);
  const isMounted = useMounted();

  function change(next: TaskDraft, field: string): void {
    setDraft(next);
    setFailure(null);
    issues.clear(field);
  }

  /** The button that was pressed disappears with its step: the keyboard continues at the new one. */
  function goTo(other: 1 | 2): void {
    setStep(other);
    focusFirst("main form input:not([readonly])");
  }

  function back(): void {
    if (step === 1) void navigate(props.cancelPath);
    else goTo(1);
  }

  /** The fields are disabled during a call: the keyboard focus waits at the button that shows the progress. */
  function begin(what: "checking" | "saving"): void {
    setWork(what);
    focusFirst("main form [type=submit]");
  }

  async function next(): Promise<void> {
    if (busy) return;
    const found = checkFirstStep(draft);
    issues.show(found);
    if (found.length > 0) return focusInvalid(document);
    begin("checking");
    try {
      const invalid = await validateExpressions(draft, async (expression) => {
        return (await call("validateExpression", { body: { expression } })).valid;
      });
      if (!isMounted()) return;
      issues.show(invalid);
      if (invalid.length > 0) focusInvalid(document);
      else goTo(2);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setWork(null);
  }

  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    setWork("asking");
    const answer = await question();
    setWork("saving");
    return answer;
  }

  async function save(): Promise<void> {
    if (busy) return;
    const found = checkSecondStep(draft);
    issues.show(found);
    if (found.length > 0) return focusInvalid(document);
    begin("saving");
    try {
      const path = await props.onSave(draft, ask);
      if (!isMounted()) return;
      if (path === null) return setWork(null);
      leave.allow();
      void navigate(path);
    } catch (error) {
      setFailure(messageOf(error));
      setWork(null);
    }
  }

  const group = classes.find(({ id }) => id === draft.classId);
  return (
    <div className="page page-narrow">
      <PageHead
        title={props.title}
        text={step === 1 ? "Step 1 of 2: the task and its answers" : "Step 2 of 2: when it is due"}
      />
      <form
        key={step}
        className="spaced"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void (step === 1 ? next() : save());
        }}
      >
        <div className="spaced" inert={busy}>
          {step === 1 ? (
            <FirstStep
              draft={draft}
              classes={classes}
              types={props.types}
              issues={issues}
              handedIn={props.handedIn}
              onChange={change}
            />
          ) : (
            <SecondStep
              draft={draft}
              classGroup={group ? classGroupLabel(group) : ""}
              issues={issues}
              onChange={change}
            />
          )}
        </div>
        <FormFailure>{failure}</FormFailure>
        <div className="row end">
          <Button type="button" size="3" variant="soft" color="gray" disabled={step === 2 && busy} onClick={back}>
            {step === 1 ? "Cancel" : "Back"}
          </Button>
          <Button type="submit" size="3" aria-disabled={busy} data-disabled={busy || undefined}>
            {step === 1 ? (busy ? "Validating expressions....." : "Next") : busy ? props.busy : props.action}
          </Button>
        </div>
      </form>
    </div>
  );
}

function SecondStep({ draft, classGroup, issues, onChange }: DraftPart & { readonly classGroup: string }) {
  const hintId = useId();
  return (
    <section className="panel panel-body fields" aria-label="Due date">
      <TextInput label="Type of Task" readOnly value={taskTypeLabel(draft.examType)} />
      <TextInput label="Class Group" readOnly value={classGroup} />
      <TextInput
        label="Due Date"
        type="datetime-local"
        value={draft.dueDate}
        error={issues.errorOf("dueDate")}
        hint={`By the clock of ${pageData().site.timezone}. Students can hand in until then.`}
        onChange={(event) => onChange({ ...draft, dueDate: event.target.value }, "dueDate")}
      />
      <div>
        <Text as="label" size="2" className="check-field">
          <Checkbox
            checked={draft.allowReplacements}
            aria-describedby={hintId}
            onCheckedChange={(checked) =>
              onChange({ ...draft, allowReplacements: checked === true }, "allowReplacements")
            }
          />
          Students can replace a page that they handed in
        </Text>
        <p id={hintId} className="field-hint">
          {draft.allowReplacements
            ? "A new page counts at once. If the earlier page is graded or is your own scan, the new one waits in the queue until you choose."
            : "The first page of each item is final: another one is refused. You can still upload a page yourself."}
        </p>
      </div>
    </section>
  );
}

export function WizardSkeleton({ title }: { readonly title: string }) {
  return (
    <div className="page page-narrow">
      <PageHead title={title} />
      <div role="status">
        <span className="visually-hidden">Loading</span>
        <Skeleton height="140px" mb="4" />
        <Skeleton height="260px" />
      </div>
    </div>
  );
}
