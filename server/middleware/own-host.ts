import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../environment.ts";
import { Refusal } from "../refusal.ts";

/** What the machine itself calls the server, as the command does. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Refuses requests for other hosts than `origin`'s: they come by a name that somebody else points here. Ports are not
 * compared, since proxies leave them out. A check of health may ask by any name.
 */
export function ownHostOnly(origin: string): MiddlewareHandler<AppEnv> {
  const own = new URL(origin).hostname;
  return async (c, next) => {
    const { hostname, pathname } = new URL(c.req.url);
    if (hostname === own || LOOPBACK.test(hostname) || pathname === "/healthz") return next();
    throw new Refusal(421, { code: "wrong-host", message: `This server is reached at ${origin}.` });
  };
}
