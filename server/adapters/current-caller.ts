import { AsyncLocalStorage } from "node:async_hooks";

const callers = new AsyncLocalStorage<string>();

/**
 * Answers a call in its caller's name: a user's ID or an address. Threads that do work for callers let them take turns,
 * and this way no service has to pass on who asks.
 */
export function asCaller<Answer>(caller: string, answer: () => Answer): Answer {
  return callers.run(caller, answer);
}

/** The caller whose call is being answered; undefined for the server's own work. */
export function currentCaller(): string | undefined {
  return callers.getStore();
}
