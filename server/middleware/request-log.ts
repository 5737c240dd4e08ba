import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import type { AppEnv, RequestContext } from "../environment.ts";

/** Milliseconds after which a request without an answer is logged, with how much of it has arrived. */
const WAITING_MS = 60_000;

/**
 * One line for every request, and a count: the route's pattern, not the address, which may contain a token or a task's
 * ID.
 */
export function requestLog({ log, now, measures }: AppContext): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = now();
    c.set("requestId", newId());
    const waiting = setTimeout(() => {
      const body = c.get("body")?.arrived();
      const arrived = body && { bytes: body.bytes, complete: body.isComplete };
      log.warn("request-waiting", { id: c.get("requestId"), method: c.req.method, route: pattern(c), ...arrived });
    }, WAITING_MS);
    await next().finally(() => clearTimeout(waiting));
    c.header("X-Request-Id", c.get("requestId"));
    const answered = { method: c.req.method, route: pattern(c), status: c.res.status, ms: now() - start };
    measures.request(answered);
    log.info("request", {
      id: c.get("requestId"),
      ...answered,
      code: c.get("refusal"),
      address: c.get("address"),
      user: c.get("session")?.user.id ?? c.get("token")?.user.id,
      token: c.get("token")?.id,
    });
  };
}

/**
 * The pattern of the handler that answered, which is the first one: a page's may match after it. Middleware and the
 * catch-all for pages match everything.
 */
function pattern(c: RequestContext): string {
  const exact = matchedRoutes(c).filter(({ path }) => !path.endsWith("*"));
  return exact[0]?.path ?? "*";
}
