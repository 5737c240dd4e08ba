import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../environment.ts";

/**
 * Sets `address`: the connection's, or, behind `trustedProxies` proxies, the one that the outermost of them wrote into
 * X-Forwarded-For. What stands further left there is the caller's word and not believed.
 */
export function clientAddress(trustedProxies: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const connection = c.env?.remoteAddr?.hostname ?? "unknown";
    const forwarded = (c.req.header("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
    const told = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined;
    c.set("address", told || connection);
    await next();
  };
}
