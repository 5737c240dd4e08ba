import { createHmac } from "node:crypto";
import { getCookie, setCookie } from "hono/cookie";
import { isSameHash } from "../adapters/keyed-hash.ts";
import { newToken } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import type { RequestContext } from "../environment.ts";
import { normalizeEmail } from "../services/accounts/sign-up.ts";
import { sessionCookie } from "./session-cookie.ts";

const YEAR = 365 * 24 * 60 * 60;

/** How many accounts a browser remembers: a staff room's computer may be shared. */
const MOST_ACCOUNTS = 10;

/** The mark for every account that single sign-on opens: which one it will be is not known when it begins. */
export const SIGN_ON = "single sign-on";

/**
 * Marks the browser as one that has signed in to the account, so that guesses made elsewhere do not lock it out. It
 * stays valid after logout and signs nobody in
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
export function giveDeviceCookie(c: RequestContext, context: AppContext, email: string): void {
  const { name, secure } = deviceCookie(context);
  const device = newToken();
  const mark = `${device}.${sign(context, { device, email })}`;
  const others = marksOf(c, context).filter((other) => deviceIn(context, { mark: other, email }) === null);
  const value = [mark, ...others].slice(0, MOST_ACCOUNTS).join("~");
  setCookie(c, name, value, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: YEAR });
}

/** The browser's device ID if the account has signed in from it, otherwise null. */
export function knownDevice(c: RequestContext, context: AppContext, email: string): string | null {
  for (const mark of marksOf(c, context)) {
    const device = deviceIn(context, { mark, email });
    if (device !== null) return device;
  }
  return null;
}

/** One mark for each account, the newest first. */
function marksOf(c: RequestContext, context: AppContext): string[] {
  const marks = (getCookie(c, deviceCookie(context).name) ?? "").split("~");
  return marks.filter((mark) => /^[\w-]{43}\.[\w-]{43}$/.test(mark)).slice(0, MOST_ACCOUNTS);
}

function deviceIn(context: AppContext, { mark, email }: { mark: string; email: string }): string | null {
  const [device = "", signature = ""] = mark.split(".");
  return isSameHash(signature, sign(context, { device, email })) ? device : null;
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
