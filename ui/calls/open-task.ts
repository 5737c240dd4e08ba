import { createContext, useContext } from "react";
import type { Task } from "../../server/contract/tasks/task.ts";
import { useCall } from "./use-call.ts";

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
