import type { MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppContext } from "../context.ts";
import type { AppEnv, RequestContext } from "../environment.ts";
import { endSession, findSession, type NewSession, startSession } from "../services/accounts/sessions.ts";

/**
 * The cookie's name, and whether it is sent over https only: then the name's prefix makes browsers accept it only from
 * this host and only if it is Secure.
 */
export function sessionCookie({ origin }: { readonly origin: string }): {
  readonly name: string;
  readonly secure: boolean;
} {
  const secure = origin.startsWith("https:");
  return { name: secure ? "__Host-session" : "session", secure };
}

/** Sets `session` if the request carries the cookie of a valid session. */
export function loadSession(context: AppContext): MiddlewareHandler<AppEnv> {
  const { name } = sessionCookie(context.config);
  return async (c, next) => {
    const token = getCookie(c, name);
    c.set("session", token ? await findSession(context, token) : null);
    await next();
  };
}

/** Whether the request carries a session cookie, valid or not. */
export function carriesSession(c: RequestContext, context: AppContext): boolean {
  return getCookie(c, sessionCookie(context.config).name) !== undefined;
}

/**
 * Starts a session, and ends the browser's earlier one: a cookie that somebody planted before is worthless. Unless it is
 * to be remembered, the browser forgets it when it is closed.
 */
export async function signIn(
  c: RequestContext,
  context: AppContext,
  { remember = false, ...session }: Omit<NewSession, "remember" | "agent"> & { readonly remember?: boolean },
): Promise<void> {
  const agent = c.req.header("user-agent");
  const { token, maxAgeSeconds } = await startSession(context, { ...session, remember, agent });
  const earlier = c.get("session");
  if (earlier) await endSession(context, earlier.tokenHash);
  const { name, secure } = sessionCookie(context.config);
  const life = remember ? { maxAge: maxAgeSeconds } : {};
  setCookie(c, name, token, { path: "/", httpOnly: true, sameSite: "Lax", secure, ...life });
}

export function takeSessionCookie(c: RequestContext, context: AppContext): void {
  const { name, secure } = sessionCookie(context.config);
  deleteCookie(c, name, { path: "/", secure });
}
