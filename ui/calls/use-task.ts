import { useMemo } from "react";
import { TEXTS } from "../../server/contract/texts.ts";
import { ApiError } from "../api.ts";
import { type CallState, useCall } from "./use-call.ts";

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
