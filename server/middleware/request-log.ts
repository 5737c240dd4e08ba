import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import type { AppEnv } from "../environment.ts";

/** A line for every request: the route's pattern, not the address, which may hold a token or a task's id. */
export function requestLog({ log, now }: AppContext): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = now();
    c.set("requestId", newId());
    await next();
    c.header("X-Request-Id", c.get("requestId"));
    log.info("request", {
      id: c.get("requestId"),
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: now() - start,
      address: c.get("address"),
      user: c.get("session")?.user.id,
    });
  };
}
