import { getCookie } from "hono/cookie";
import { themeCookie } from "../contract/pages.ts";
import type { RequestContext } from "../environment.ts";

/** What the person chose; null: as the device has it. */
export type Theme = "light" | "dark" | null;

/** The theme that this browser chose on the site at `origin`. */
export function themeOf(c: RequestContext, origin: string): Theme {
  const theme = getCookie(c, themeCookie(origin));
  return theme === "light" || theme === "dark" ? theme : null;
}
