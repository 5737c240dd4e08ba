import { sweepOutbox } from "../../adapters/mailer.ts";
import type { AppContext } from "../../context.ts";
import { sweepAccessTokens } from "../accounts/access-tokens.ts";
import { sweepTokens } from "../accounts/mail-tokens.ts";
import { sweepSessions } from "../accounts/sessions.ts";
import { sweepAttempts } from "../accounts/sign-on/attempts.ts";
import { sweepUnverified } from "../accounts/sign-up.ts";
import { sweepNotifications } from "../notifications/notifications.ts";
import { sweepAuditLog } from "../operation/audit-log.ts";
import { backUpWhenDue } from "../operation/backups/scheduled-backups.ts";
import { isClockSteady } from "../operation/steady-clock.ts";
import { nightlyCompaction } from "../privacy/compact-at-night.ts";
import { watchRetention } from "../privacy/retention.ts";
import { watchDueDates } from "./task-state.ts";

/** Registers the work that is done by the clock, and runs it every CLOCK_SECONDS until the server stops. */
export function startClock(context: AppContext): void {
  registerClockwork(context);
  const { lifecycle, config } = context;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function tick(): void {
    // In the background: a stop waits for a running tick, and no further one is scheduled.
    lifecycle.inBackground("clock", lifecycle.tick().then(plan));
  }
  function plan(): void {
    if (!lifecycle.stopping.aborted) timer = setTimeout(tick, config.clockSeconds * 1000);
  }
  lifecycle.onStop("clock", () => clearTimeout(timer));
  tick();
}

/** The work done by the clock, for `lifecycle.tick`. */
export function registerClockwork(context: AppContext): void {
  const { lifecycle } = context;
  lifecycle.everyMinute("sign-on", async () => void (await context.provider?.connect()));
  lifecycle.everyMinute("sign-on-attempts", () => sweepAttempts(context));
  lifecycle.everyMinute("due-dates", () => watchDueDates(context));
  lifecycle.everyMinute("rates", () => context.limiter.sweep());
  lifecycle.everyMinute("backup", () => backUpWhenDue(context));
  lifecycle.everyMinute("compaction", nightlyCompaction(context));
  for (const [name, remove] of Object.entries(OLD_THINGS)) {
    lifecycle.everyMinute(name, async () => {
      if (await isClockSteady(context)) await remove(context);
    });
  }
}

/** What is deleted by its age, if the clock can be trusted. */
const OLD_THINGS: Readonly<Record<string, (context: AppContext) => Promise<void>>> = {
  retention: watchRetention,
  notifications: sweepNotifications,
  sessions: sweepSessions,
  "access-tokens": sweepAccessTokens,
  "mail-tokens": sweepTokens,
  "unverified-accounts": sweepUnverified,
  "audit-log": sweepAuditLog,
  async outbox({ config, now, log }) {
    const mails = await sweepOutbox(config, now());
    if (mails > 0) log.info("outbox-emptied", { mails });
  },
};
