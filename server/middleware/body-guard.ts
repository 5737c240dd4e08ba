import type { MiddlewareHandler } from "hono";
import type { AppContext } from "../context.ts";
import type { AppEnv } from "../environment.ts";
import { createOpenBodies } from "../open-bodies.ts";
import { guardBody } from "../request-body.ts";

/** Limits the body of every request, whatever reads it, and how many arrive at the same time. */
export function bodyGuard({ config, lifecycle }: AppContext): MiddlewareHandler<AppEnv> {
  const idle = config.uploadIdleSeconds * 1000;
  const bodies = createOpenBodies();
  return async (c, next) => {
    if (c.req.raw.body === null) return next();
    const body = guardBody(c.req.raw, { idle, cutOff: lifecycle.cutOff });
    c.req.raw = body.request;
    c.set("body", body);
    const close = bodies.open(body);
    await next().finally(close);
  };
}
