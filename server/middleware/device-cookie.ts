import { createHmac, timingSafeEqual } from "node:crypto";
import { getCookie, setCookie } from "hono/cookie";
import { newToken } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import type { RequestContext } from "../environment.ts";
import { normalizeEmail } from "../services/sign-up.ts";
import { sessionCookie } from "./session-cookie.ts";

const YEAR = 365 * 24 * 60 * 60;

/**
 * Marks the browser as one from which the account was signed in to: guesses made elsewhere do not lock it out. It holds
 * beyond logout and signs nobody in (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
export function giveDeviceCookie(c: RequestContext, context: AppContext, email: string): void {
  const { name, secure } = deviceCookie(context);
  const device = newToken();
  const value = `${device}.${sign(context, { device, email })}`;
  setCookie(c, name, value, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: YEAR });
}

/** What the browser is called, where the account was signed in to from it; else null. */
export function knownDevice(c: RequestContext, context: AppContext, email: string): string | null {
  const [device = "", signature = ""] = (getCookie(c, deviceCookie(context).name) ?? "").split(".");
  const [given, right] = [signature, sign(context, { device, email })].map((text) => Buffer.from(text));
  return given!.length === right!.length && timingSafeEqual(given!, right!) ? device : null;
}

function deviceCookie({ config }: AppContext): ReturnType<typeof sessionCookie> {
  const { name, secure } = sessionCookie(config);
  return { name: name.replace("session", "device"), secure };
}

function sign({ secrets }: AppContext, { device, email }: { device: string; email: string }): string {
  return createHmac("sha256", secrets.device)
    .update(`${device}\n${normalizeEmail(email)}`)
    .digest("base64url");
}
