import type { MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppContext } from "../context.ts";
import type { AppEnv, RequestContext } from "../environment.ts";
import { findSession } from "../services/accounts/sessions.ts";

/**
 * What the cookie is called, and whether it goes over https alone: then the name's prefix lets browsers take it only
 * from this host and only when it is Secure.
 */
export function sessionCookie({ origin }: { readonly origin: string }): {
  readonly name: string;
  readonly secure: boolean;
} {
  const secure = origin.startsWith("https:");
  return { name: secure ? "__Host-session" : "session", secure };
}

/** Sets `session` where the request carries the cookie of a living one. */
export function loadSession(context: AppContext): MiddlewareHandler<AppEnv> {
  const { name } = sessionCookie(context.config);
  return async (c, next) => {
    const token = getCookie(c, name);
    c.set("session", token ? await findSession(context, token) : null);
    await next();
  };
}

/** Whether the request carries a session's cookie, living or not. */
export function carriesSession(c: RequestContext, context: AppContext): boolean {
  return getCookie(c, sessionCookie(context.config).name) !== undefined;
}

/** Without `maxAgeSeconds` the browser forgets the cookie when it is closed. */
export function giveSessionCookie(
  c: RequestContext,
  context: AppContext,
  { token, maxAgeSeconds }: { token: string; maxAgeSeconds?: number },
): void {
  const { name, secure } = sessionCookie(context.config);
  const life = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds };
  setCookie(c, name, token, { path: "/", httpOnly: true, sameSite: "Lax", secure, ...life });
}

export function takeSessionCookie(c: RequestContext, context: AppContext): void {
  const { name, secure } = sessionCookie(context.config);
  deleteCookie(c, name, { path: "/", secure });
}
