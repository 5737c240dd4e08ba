import type { MiddlewareHandler } from "hono";
import type { AppContext } from "../context.ts";
import type { AppEnv } from "../environment.ts";
import { guardBody } from "../request-body.ts";

/** Limits the body of every request, whatever reads it, and what arrives at the same time. */
export function bodyGuard({ config, lifecycle, arrivals }: AppContext): MiddlewareHandler<AppEnv> {
  const idle = config.uploadIdleSeconds * 1000;
  return async (c, next) => {
    if (c.req.raw.body === null) return next();
    const body = guardBody(c.req.raw, { idle, cutOff: lifecycle.cutOff });
    c.req.raw = body.request;
    const { grow, leave } = arrivals.enter(c.get("address"), body);
    c.set("body", { ...body, grow });
    await next().finally(leave);
  };
}
