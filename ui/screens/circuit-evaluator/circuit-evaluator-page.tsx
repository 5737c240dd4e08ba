import { Button, Callout, Flex, Skeleton } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import type { File as Submission } from "../../../server/contract/results/file.ts";
import { Loading } from "../../components/loading.tsx";
import { isTaskGone } from "../../components/task/task-removal.ts";
import type { CanvasStage } from "../../evaluator/stage.ts";
import "./circuit-evaluator.css";
import { createEvaluatorStore, type Evaluator, EvaluatorContext } from "./evaluator-store.ts";
import { useSubmissions } from "./submissions/use-submissions.ts";
import { Workbench } from "./workbench.tsx";

export function Component() {
  const { taskId = "" } = useParams();
  const [store] = useState(createEvaluatorStore);
  const canvas = useRef<CanvasStage>(null);
  const latest = useRef<Pick<Evaluator, "files" | "current">>({ files: [], current: null });
  const submissions = useSubmissions(taskId);
  const { task, files, error, current, missing, choose, reload } = submissions;
  if (isTaskGone({ data: task, error })) {
    return <Navigate to="/error" replace state={{ type: "404", message: error?.message }} />;
  }
  if (!task || !files) {
    return error ? <Failed message={error.message} taskId={taskId} onRetry={reload} /> : <Waiting />;
  }
  latest.current = { files, current };
  const goTo = (file: Submission | null) => file && choose(file.id);
  return (
    <EvaluatorContext value={{ store, task, files, current, latest, canvas, goTo, reload }}>
      <Workbench missing={missing} choose={choose} />
    </EvaluatorContext>
  );
}

function Waiting() {
  return (
    <div className="ce-screen" aria-busy="true">
      <header className="ce-header">
        <Skeleton width="130px" height="24px" />
        <Skeleton width="220px" height="24px" />
      </header>
      <div className="ce-main">
        <div className="ce-toolbar" />
        <div className="ce-stage centred">
          <Loading size="3" words="Loading the submissions" />
        </div>
        <aside className="ce-panel">
          <Skeleton height="180px" mb="4" />
          <Skeleton height="240px" />
        </aside>
      </div>
    </div>
  );
}

function Failed({ message, taskId, onRetry }: { message: string; taskId: string; onRetry(): Promise<void> }) {
  return (
    <div className="whole-page centred">
      <Callout.Root color="red" role="alert">
        <Callout.Text>{message}</Callout.Text>
        <Flex gap="2" wrap="wrap">
          <Button onClick={() => void onRetry()}>Try again</Button>
          <Button asChild variant="soft" color="gray">
            <Link to={`/task/${taskId}`}>Back to the task</Link>
          </Button>
        </Flex>
      </Callout.Root>
    </div>
  );
}
