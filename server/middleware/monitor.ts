import type { AppContext } from "../context.ts";
import type { RequestContext } from "../environment.ts";
import { Refusal } from "../refusal.ts";
import { carriesBearer } from "./bearer.ts";
import { namesThisMachine } from "./own-host.ts";

/** What proxies add: a proxy on this machine passes on what strangers ask. */
const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/** Refuses a caller who may not read the metrics: without `METRICS_TOKEN` only programs on this machine may. */
export function checkMonitor(c: RequestContext, { config }: AppContext): void {
  const { metricsToken } = config;
  if (metricsToken === undefined ? comesFromThisMachine(c) : carriesBearer(c, metricsToken)) return;
  const message =
    metricsToken === undefined
      ? "Metrics are for programs on the server's own machine. Set METRICS_TOKEN to read them from elsewhere."
      : "Send METRICS_TOKEN as Authorization: Bearer.";
  throw new Refusal(401, { code: "metrics-closed", message });
}

/** A connection from a loopback address that asks for a loopback name and passed no proxy. */
function comesFromThisMachine(c: RequestContext): boolean {
  if (FORWARDED.some((name) => c.req.header(name) !== undefined)) return false;
  return isLoopback(c.env?.remoteAddr?.hostname ?? "") && namesThisMachine(new URL(c.req.url).hostname);
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127(\.\d+){3}$/i.test(address);
}
