import type { MiddlewareHandler } from "hono";
import type { AppContext } from "../context.ts";
import type { AppEnv } from "../environment.ts";
import { guardBody } from "../request-body.ts";

/** Limits the body of every request, whatever reads it. */
export function bodyGuard({ config, lifecycle }: AppContext): MiddlewareHandler<AppEnv> {
  const idle = config.uploadIdleSeconds * 1000;
  return async (c, next) => {
    if (c.req.raw.body === null) return next();
    const body = guardBody(c.req.raw, { idle, cutOff: lifecycle.cutOff });
    c.req.raw = body.request;
    c.set("body", body);
    await next();
  };
}
