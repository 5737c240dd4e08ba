import { QueryClient, type QueryFilters } from "@tanstack/react-query";
import type { EndpointName } from "../../server/contract/endpoints.ts";

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

/** Asks again for the answers in view that match; an answer that is still under way is outdated and dropped. */
export async function renewQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  await client.cancelQueries(filters);
  await client.refetchQueries({ ...filters, type: "active" });
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
