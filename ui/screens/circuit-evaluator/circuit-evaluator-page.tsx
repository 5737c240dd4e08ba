import { useEffect, useMemo, useRef, useState } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { evaluatorPath, FILE_PARAMETER, LAST_EVALUATOR } from "../../../server/contract/pages.ts";
import type { File as Submission } from "../../../server/contract/results/file.ts";
import { GONE } from "../../api.ts";
import { useCall, useTask } from "../../calls/calls.ts";
import { LinkButton } from "../../components/controls.tsx";
import { CallFailed, LoadingPart, NotFound } from "../../components/page-parts.tsx";
import { isTaskGone } from "../../components/task/task-actions.tsx";
import type { Actions, CommandId } from "../../evaluator/commands.ts";
import type { CanvasStage } from "../../evaluator/stage.ts";
import { useMounted } from "../../hooks/use-mounted.ts";
import { hasUnsavedWork } from "../../store.ts";
import { createEvaluatorStore, type Evaluator, EvaluatorContext } from "./evaluator-store.ts";
import { orderSubmissions } from "./submissions/submissions.ts";
import { Workbench } from "./workbench.tsx";
import "./circuit-evaluator.css";

export function Component() {
  const { taskId = "" } = useParams();
  const [store] = useState(createEvaluatorStore);
  const canvas = useRef<CanvasStage>(null);
  const actions = useRef<Actions>({});
  const latest = useRef<Pick<Evaluator, "files" | "current">>({ files: [], current: null });
  const submissions = useSubmissions(taskId);
  const { task, files, error, current, missing, choose, reload } = submissions;
  const isGone = isTaskGone({ data: task, error });
  if (isGone && error && !hasUnsavedWork()) return <NotFound error={error} />;
  if (!task || !files) {
    if (!error) return <LoadingPart words="Loading the submissions" />;
    return (
      <div className="centred empty-state">
        <CallFailed message={error.message} onRetry={() => void reload()} />
        <LinkButton to={`/task/${taskId}`} variant="soft" color="gray">
          Back to the task
        </LinkButton>
      </div>
    );
  }
  latest.current = { files, current };
  const goTo = (file: Submission | null) => file && choose(file.id);
  function run(command: CommandId): boolean {
    const action = actions.current[command];
    if (action) action();
    return Boolean(action);
  }
  return (
    <EvaluatorContext value={{ store, task, files, current, latest, canvas, actions, run, goTo, reload }}>
      {isGone && <p role="alert">{GONE}</p>}
      <Workbench missing={missing} />
    </EvaluatorContext>
  );
}

/** A task's submissions and the current one, which is in the address; kept up to date by live events. */
function useSubmissions(taskId: string) {
  const task = useTask(taskId, { live: true });
  const answer = useCall("getFiles", { params: { taskId } }, { live: taskId });
  const [parameters, setParameters] = useSearchParams();
  const [remembered] = useState(() => globalThis.sessionStorage?.getItem(LAST_EVALUATOR) ?? null);
  const isMounted = useMounted();
  // The same list until the next response.
  const files = useMemo(() => (answer.data ? orderSubmissions(answer.data.files) : null), [answer.data]);
  const named = parameters.get(FILE_PARAMETER);
  const wanted = named === null ? remembered : evaluatorPath(taskId, named);
  const found = files?.find(({ id }) => evaluatorPath(taskId, id) === wanted) ?? null;
  // Another page in its place would get the grade that was meant for this one.
  const missing = files !== null && found === null ? named : null;
  const current = found ?? (missing === null ? (files?.[0] ?? null) : null);

  // A grade that is stored late must not navigate away from another page.
  function choose(id: string): void {
    if (!isMounted()) return;
    setParameters({ [FILE_PARAMETER]: id }, { replace: true, preventScrollReset: true });
  }

  // A reload shows the same again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the submission is what the effect is about
  useEffect(() => {
    if (!current) return;
    sessionStorage.setItem(LAST_EVALUATOR, evaluatorPath(taskId, current.id));
    if (current.id !== named) choose(current.id);
  }, [current?.id]);

  async function reload(): Promise<void> {
    await Promise.all([task.reload(), answer.reload()]);
  }

  return { task: task.data, files, error: task.error ?? answer.error, current, missing, choose, reload };
}
