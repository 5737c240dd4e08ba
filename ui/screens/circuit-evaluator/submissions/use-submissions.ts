import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { FILE_PARAMETER } from "../../../../server/contract/pages.ts";
import { useCall } from "../../../calls/use-call.ts";
import { useTask } from "../../../calls/use-task.ts";
import { useMounted } from "../../../hooks/use-mounted.ts";
import { orderSubmissions } from "./submissions.ts";

/** A task's submissions and the current one, which is in the address; kept up to date by live events. */
export function useSubmissions(taskId: string) {
  const task = useTask(taskId, { live: true });
  const answer = useCall("getFiles", { params: { taskId } }, { live: taskId });
  const [parameters, setParameters] = useSearchParams();
  const [remembered] = useState(rememberedFile);
  const isMounted = useMounted();
  // The same list until the next response.
  const files = useMemo(() => (answer.data ? orderSubmissions(answer.data.files) : null), [answer.data]);
  const named = parameters.get(FILE_PARAMETER);
  const found = files?.find(({ id }) => id === (named ?? remembered)) ?? null;
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
    rememberFile(current.id);
    if (current.id !== named) choose(current.id);
  }, [current?.id]);

  async function reload(): Promise<void> {
    await Promise.all([task.reload(), answer.reload()]);
  }

  return { task: task.data, files, error: task.error ?? answer.error, current, missing, choose, reload };
}

const REMEMBERED = "circuit-evaluator-file";

function rememberedFile(): string | null {
  return sessionStorage.getItem(REMEMBERED);
}

function rememberFile(id: string): void {
  sessionStorage.setItem(REMEMBERED, id);
}
