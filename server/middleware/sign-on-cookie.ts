import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppContext } from "../context.ts";
import type { RequestContext } from "../environment.ts";
import { ATTEMPT_LIFE } from "../services/accounts/sign-on/attempts.ts";
import { sessionCookie } from "./session-cookie.ts";

/** Marks the browser that began a sign-on: nobody can end it in another one. */
export function giveSignOnCookie(c: RequestContext, context: AppContext, token: string): void {
  const { name, secure } = signOnCookie(context);
  setCookie(c, name, token, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: ATTEMPT_LIFE / 1000 });
}

/** The token of the sign-on that this browser began, which it forgets. */
export function takeSignOnCookie(c: RequestContext, context: AppContext): string | undefined {
  const { name, secure } = signOnCookie(context);
  const token = getCookie(c, name);
  deleteCookie(c, name, { path: "/", secure });
  return token;
}

function signOnCookie({ config }: AppContext): ReturnType<typeof sessionCookie> {
  const { name, secure } = sessionCookie(config);
  return { name: name.replace("session", "sign-on"), secure };
}
