import { setImmediate as nextTurn } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../environment.ts";

/**
 * Lets calls that only read begin one after the other, each in a turn of the event loop of its own. Otherwise all that have
 * arrived are answered in one turn. On a busy machine that takes seconds, and an upload waits as long at each of its
 * steps.
 */
export function readsInTurn(): MiddlewareHandler<AppEnv> {
  let last = Promise.resolve();
  return async (c, next) => {
    if (c.req.method === "GET") {
      last = last.then(nextTurn);
      await last;
    }
    await next();
  };
}
