import { useCallback, useEffect, useRef, useState } from "react";
import type { PublicTask } from "../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { ApiError, call, pathOf } from "../../api.ts";
import { firstAnswer } from "../../page-data.ts";
import { handInForm } from "./hand-in-form.ts";

export function usePublicTask(taskId: string) {
  const [state, setState] = useState(() => {
    const first = firstAnswer(pathOf("getPublicTask", { params: { taskId } })) as PublicTask | undefined;
    const error = handInForm().isGone ? new ApiError(404, { code: "not-found", message: TEXTS.task.removed }) : null;
    return { task: first ?? null, error, loading: first === undefined && error === null };
  });
  // An answer that a newer one has overtaken changes nothing.
  const asked = useRef(0);

  const reload = useCallback(async () => {
    const number = ++asked.current;
    setState((before) => ({ ...before, loading: true }));
    try {
      const task = await call("getPublicTask", { params: { taskId } });
      if (number === asked.current) setState({ task, error: null, loading: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (number === asked.current) setState((before) => ({ ...before, error, loading: false }));
    }
  }, [taskId]);

  // A document without the task, such as one that the browser kept, asks the server.
  const isMissing = useRef(state.loading);
  useEffect(() => {
    if (isMissing.current) void reload();
  }, [reload]);

  return { ...state, reload };
}
