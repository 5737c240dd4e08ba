import { keepPreviousData, QueryClient, type QueryFilters, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState } from "react";
import { instructs } from "../../core/rules/tasks/roles.ts";
import type { EndpointName, RequestOf, ResponseOf } from "../../server/contract/endpoints.ts";
import type { Task } from "../../server/contract/tasks/task.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { ApiError, call, isUnreached, messageOf, PATIENCE, pathOf, TIMED_OUT } from "../api.ts";
import { dropFirstAnswer, firstAnswer } from "../page-data.ts";
import { toast } from "../store.ts";

/** What live events are about: a task (its id), the list of tasks, or the notifications. */
export type Topic = string;

export const TOPICS = { tasks: "tasks", notifications: "notifications" } as const;

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { readonly live?: Topic };
  }
}

/**
 * The answers of the instructors' pages, shared by the components in view. An answer is kept while a component uses it,
 * and a moment longer: a form must not start from what was true at an earlier visit.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 100,
      retry: false,
      networkMode: "always",
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

/** A call may have changed what the answers say: components that appear from now on ask again. */
export function answersOutdated(): void {
  void queryClient.invalidateQueries({ refetchType: "none" });
}

/**
 * Asks again for the answers in view that match. An answer that is still under way is outdated: the next one replaces it,
 * also for those who wait for it.
 */
export async function renewQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  // `refetchQueries` hands a call that it replaces over to the new one, `cancelQueries` ends it with the data of before
  // (query-core 5.108, `Query.fetch`); without any data a call is not replaced.
  const first = client
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined);
  await Promise.all(first.map((query) => query.cancel({ revert: true })));
  await client.refetchQueries({ ...filters, type: "active" });
}

/** Changes an answer in view. One that is under way does not know of it: it is asked for again. */
export function changeAnswer<Data>(
  client: QueryClient,
  queryKey: readonly unknown[],
  change: (data: Data) => Data,
): void {
  client.setQueryData<Data>(queryKey, (before) => before && change(before));
  if (client.isFetching({ queryKey }) > 0) void renewQueries(client, { queryKey });
}

/** Asks again for the answers in view about these topics; "all" means everything that live events can change. */
export async function renewTopics(topics: ReadonlySet<Topic> | "all"): Promise<void> {
  await renewQueries(queryClient, {
    predicate: ({ meta }) => meta?.live !== undefined && (topics === "all" || topics.has(meta.live)),
  });
}

/** Asks again for the answers to this call that are in view. */
export async function renew(name: EndpointName): Promise<void> {
  await renewQueries(queryClient, { queryKey: [name] });
}

export async function renewTask(taskId: string): Promise<void> {
  await renewTopics(new Set([taskId]));
}

/** Asks again for the notifications in view: some were read or removed elsewhere on the page. */
export function notificationsChanged(): void {
  void renewTopics(new Set([TOPICS.notifications]));
}

/** How long after a failed connection it is tried once more. */
const RETRY_MS = 1000;

export interface CallState<Name extends EndpointName> {
  /** Null until the first response; kept while the call is repeated. */
  readonly data: ResponseOf<Name> | null;
  readonly error: ApiError | null;
  reload(): Promise<void>;
  setData(change: (data: ResponseOf<Name>) => ResponseOf<Name>): void;
  /** `data` at this moment, for code that continues after a call. */
  latest(): ResponseOf<Name> | null;
}

interface UseCallOptions {
  /** Live events about this repeat the call. */
  readonly live?: Topic;
  /** The response to the last request stays until that to another one is there: so does a pager, with its focus. */
  readonly keepsLast?: boolean;
}

/**
 * Makes a GET call when the first component that needs it appears; components that need the same response share it. A
 * response that came with the document is used first, without a call.
 */
export function useCall<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  { live, keepsLast = false }: UseCallOptions = {},
): CallState<Name> {
  const path = pathOf(name, request);
  const client = useQueryClient();
  const queryKey = [name, path];
  const { data, error } = useQuery<ResponseOf<Name>>({
    queryKey,
    queryFn: ({ signal }) => call(name, request, { signal, patience: PATIENCE.load }),
    // A connection that drops once, as in a full hall, is no reason to show a failure, or what was before a change.
    retry: (failures, error) => failures === 0 && isUnreached(error) && error.code !== TIMED_OUT,
    retryDelay: RETRY_MS,
    initialData: () => firstAnswer(path) as ResponseOf<Name> | undefined,
    ...(live !== undefined && { meta: { live } }),
    ...(keepsLast && { placeholderData: keepPreviousData as never }),
  });

  // Its first response is in the cache from now on; the next visit calls the server.
  useEffect(() => dropFirstAnswer(path), [path]);

  return {
    data: data ?? null,
    error: error instanceof ApiError ? error : null,
    reload: () => renewQueries(client, { queryKey }),
    setData: (change) => changeAnswer(client, queryKey, change),
    latest: () => client.getQueryData<ResponseOf<Name>>(queryKey) ?? null,
  };
}

/**
 * Something that a button does: `run` does nothing while it is in progress. What it throws is shown to the user, unless
 * `onFailure` does something else with it.
 */
export function useAction<Given extends unknown[]>(
  act: (...given: Given) => Promise<void>,
  onFailure: (error: unknown) => void = (error) => toast(messageOf(error), "error"),
): { readonly busy: boolean; run(...given: Given): Promise<void> } {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(...given) {
      if (busy) return;
      setBusy(true);
      try {
        await act(...given);
      } catch (error) {
        onFailure(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** An instructor's task; with `live`, it follows live events. A failure has the specification's text. */
export function useTask(taskId: string, { live = false } = {}): CallState<"getTask"> {
  const task = useCall("getTask", { params: { taskId } }, live ? { live: taskId } : {});
  return { ...task, error: task.error && inWords(task.error) };
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

/** The user's unread notifications, newest first. */
export function useUnread() {
  const { data, setData } = useCall("getUnreadNotifications", { query: {} }, { live: TOPICS.notifications });
  return { unread: data?.notifications ?? [], setData };
}
