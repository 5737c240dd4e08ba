import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../environment.ts";
import { Refusal } from "../refusal.ts";

/** The names that the machine itself uses for the server, as the command does. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const MONITORING: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Whether a URL's host is the machine that the server runs on. */
export function namesThisMachine(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * Refuses requests for hosts other than `origin`'s: somebody else may point a name here. Ports are not compared, since
 * proxies leave them out. Monitoring may use any name.
 */
export function ownHostOnly(origin: string): MiddlewareHandler<AppEnv> {
  const own = new URL(origin).hostname;
  return async (c, next) => {
    const { hostname, pathname } = new URL(c.req.url);
    if (hostname === own || namesThisMachine(hostname) || MONITORING.has(pathname)) return next();
    throw new Refusal(421, { code: "wrong-host", message: `This server is reached at ${origin}.` });
  };
}
