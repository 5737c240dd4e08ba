import { setTimeout as wait } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import { nextTurn } from "../adapters/next-turn.ts";
import type { AppEnv } from "../environment.ts";

/** Milliseconds; one call that reads much does not keep the others waiting. */
const LONGEST_PAUSE = 500;

/**
 * Lets calls that only read begin one after the other, each in a turn of the event loop of its own; while something is
 * being stored, each waits for as long as the one before it took. Otherwise all that have arrived are answered in one
 * turn: on a busy machine that takes seconds, and an upload waits as long at each of its steps.
 */
export function readsInTurn(pause: (milliseconds: number) => Promise<unknown> = wait): MiddlewareHandler<AppEnv> {
  let last = Promise.resolve();
  let stores = 0;
  const takeTurn = async () => {
    const begun = performance.now();
    await nextTurn();
    const took = performance.now() - begun;
    if (stores > 0) await pause(Math.min(took, LONGEST_PAUSE));
  };
  return async (c, next) => {
    if (c.req.method === "GET") {
      last = last.then(takeTurn);
      await last;
      return next();
    }
    stores++;
    try {
      await next();
    } finally {
      stores--;
    }
  };
}
