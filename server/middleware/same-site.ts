import type { MiddlewareHandler } from "hono";
import { ERROR_PAGES } from "../contract/error-pages.ts";
import type { AppEnv } from "../environment.ts";
import { Refusal } from "../refusal.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses calls that another site's page makes in the user's name: browsers say where a call comes from
 * (Sec-Fetch-Site, Origin). A call that changes something and carries a cookie must say so; programs without a cookie
 * need not.
 */
export function sameSiteOnly(origin: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (READING.has(c.req.method) || comesFromHere(c.req.raw, origin)) return next();
    throw new Refusal(403, { code: "cross-site", message: ERROR_PAGES["403"].message });
  };
}

function comesFromHere(request: Request, origin: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const from = request.headers.get("origin");
  if (from !== null) return from === origin || from === new URL(request.url).origin;
  return request.headers.get("cookie") === null;
}
