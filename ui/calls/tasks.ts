import { createContext, useContext, useMemo } from "react";
import { instructs } from "../../core/rules/tasks/roles.ts";
import type { Task } from "../../server/contract/tasks/task.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { ApiError } from "../api.ts";
import { type CallState, useCall } from "./calls.ts";

/** An instructor's task; with `live`, it follows live events. A failure has the specification's text. */
export function useTask(taskId: string, { live = false } = {}): CallState<"getTask"> {
  const call = useCall("getTask", { params: { taskId } }, live ? { live: taskId } : {});
  const { error } = call;
  return { ...call, error: useMemo(() => error && inWords(error), [error]) };
}

/** A task that is gone and a session that ended have their own texts, which the server sends. */
function inWords({ status, code, message }: ApiError): ApiError {
  const { unexpected } = TEXTS.task;
  const text = status === 404 || status === 401 ? message : status === 0 ? `${unexpected} ${message}` : unexpected;
  return new ApiError(status, { code, message: text });
}

export const OpenTask = createContext<Task | null>(null);

export function useOpenTask(): Task {
  const task = useContext(OpenTask);
  if (task === null) throw new Error("This component is a part of the task's page.");
  return task;
}

export function useTaskWork(taskId: string) {
  const request = { params: { taskId } };
  const live = { live: taskId };
  return {
    files: useCall("getFiles", request, live),
    queue: useCall("getQueue", request, live),
    requests: useCall("getRegradeRequests", request, live),
  };
}

/** The classes in which the user may make tasks: not those in which they only grade. */
export function useInstructedClasses() {
  const { data, ...state } = useCall("getClasses", {});
  return { data: data?.filter(instructs) ?? null, ...state };
}
