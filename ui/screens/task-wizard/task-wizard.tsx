import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { call, messageOf } from "../../api.ts";
import { PageHead } from "../../components/page-head.tsx";
import { classGroupLabel } from "../../format.ts";
import { focusFirst, focusInvalid } from "../../hooks/focus-first.ts";
import { useIssues } from "../../hooks/use-issues.ts";
import { SAVING, useLeaveWarning } from "../../hooks/use-leave-warning.ts";
import { useMounted } from "../../hooks/use-mounted.ts";
import { checkFirstStep, checkSecondStep, type TaskDraft, validateExpressions } from "./draft.ts";
import { FirstStep } from "./first-step.tsx";
import { SecondStep } from "./second-step.tsx";
import "./task-wizard.css";

export interface TaskWizardProps {
  readonly title: string;
  readonly start: TaskDraft;
  readonly classes: readonly ClassSummary[];
  readonly types: readonly string[];
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
      {step === 1 ? (
        <FirstStep
          draft={draft}
          classes={classes}
          types={props.types}
          issues={issues}
          failure={failure}
          validating={busy}
          handedIn={props.handedIn}
          onChange={change}
          onCancel={() => void navigate(props.cancelPath)}
          onNext={() => void next()}
        />
      ) : (
        <SecondStep
          draft={draft}
          classGroup={group ? classGroupLabel(group) : ""}
          issues={issues}
          failure={failure}
          saving={busy}
          action={props.action}
          busy={props.busy}
          onChange={change}
          onBack={() => goTo(1)}
          onSave={() => void save()}
        />
      )}
    </div>
  );
}
