import type { MiddlewareHandler } from "hono";
import { ERROR_PAGES } from "../contract/error-pages.ts";
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
 * Refuses requests for hosts other than `origin`'s, if it is set: somebody else may point a name here. Ports are not
 * compared, since proxies leave them out. Monitoring may use any name. A host that cannot be one is always refused.
 */
export function ownHostOnly(origin: string | null): MiddlewareHandler<AppEnv> {
  const own = origin === null ? null : new URL(origin).hostname;
  return async (c, next) => {
    if (!URL.canParse(c.req.url)) throw new Refusal(400, { code: "bad-request", message: ERROR_PAGES["400"].message });
    const { hostname, pathname } = new URL(c.req.url);
    if (own === null || hostname === own || namesThisMachine(hostname) || MONITORING.has(pathname)) return next();
    throw new Refusal(421, { code: "wrong-host", message: `This server is reached at ${origin}.` });
  };
}
