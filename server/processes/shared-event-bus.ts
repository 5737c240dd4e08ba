import { and, asc, eq, gt, gte, inArray, lt, max, ne, sql } from "drizzle-orm";
import { createEventBus, type EventBus } from "../adapters/event-bus.ts";
import type { Lifecycle } from "../adapters/lifecycle.ts";
import type { Log } from "../adapters/log.ts";
import type { LiveEvent } from "../contract/system.ts";
import type { Database } from "../db/client.ts";
import { inParts } from "../db/in-parts.ts";
import { makeAll } from "../db/query.ts";
import { liveEvents } from "../db/schema.ts";

/** For this long, events are collected into one statement for the other processes. */
const GATHER_MS = 500;
/** How often the other processes' events are fetched, while anybody listens here. */
const FETCH_MS = 1000;
/** By then every process has fetched an event. */
const KEPT_SECONDS = 60;
const CLOCKS_DIFFER_SECONDS = 1;

interface Options {
  readonly db: Database;
  readonly now: () => number;
  /** Identifies this process. */
  readonly processId: string;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
}

/**
 * Carries events to the open pages of every process of a shared database: at once within the process, and through the
 * database, within two seconds, to the others.
 */
export function createSharedEventBus({ db, now, processId, lifecycle, log }: Options): EventBus {
  const local = createEventBus(now);
  const listening = new Map<string, number>();
  let outgoing: { userId: string; event: LiveEvent }[] = [];
  let sending: Promise<void> = Promise.resolve();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let fetching = false;
  /** The newest event that existed when listening began, or that was fetched since. */
  let last: number | null = null;

  /**
   * An event that cannot be sent is lost, like one that nobody listens to: pages load the current state when they open.
   */
  function send(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    const rows = outgoing.map((each) => ({ ...each, processId, sentAt: sql`unixepoch()` }));
    outgoing = [];
    if (rows.length > 0) {
      sending = sending
        .then(() =>
          db.run((query) => {
            const parts = inParts(rows).map((part) => query.insert(liveEvents).values(part));
            return makeAll(query, parts);
          }),
        )
        .catch((error: unknown) => log.error("events-not-sent", error));
    }
    return sending;
  }

  async function fetchOthers(): Promise<void> {
    if (last === null) {
      const [newest] = await db.query.select({ id: max(liveEvents.id) }).from(liveEvents);
      last = newest?.id ?? 0;
      return;
    }
    const others = ne(liveEvents.processId, processId);
    const news = await db.query
      .select()
      .from(liveEvents)
      .where(and(gt(liveEvents.id, last), others, inArray(liveEvents.userId, [...listening.keys()])))
      .orderBy(asc(liveEvents.id));
    for (const { id, userId, event } of news) {
      last = id;
      local.publish(userId, event);
    }
  }

  function look(): void {
    if (fetching) return;
    if (listening.size === 0) {
      last = null;
      return;
    }
    fetching = true;
    fetchOthers()
      .catch((error: unknown) => log.error("events-not-fetched", error))
      .finally(() => {
        fetching = false;
      });
  }

  const timer = setInterval(look, FETCH_MS);
  lifecycle.everyMinute("live-events", async () => {
    const old = lt(liveEvents.sentAt, sql`unixepoch() - ${KEPT_SECONDS}`);
    await db.run((query) => query.delete(liveEvents).where(old));
  });
  lifecycle.onStop("live-events", () => {
    clearInterval(timer);
    return send();
  });

  return {
    publish(userId, event) {
      local.publish(userId, event);
      outgoing.push({ userId, event });
      gathering ??= setTimeout(send, GATHER_MS);
    },
    subscribe(userId, listener) {
      const leave = local.subscribe(userId, listener);
      listening.set(userId, (listening.get(userId) ?? 0) + 1);
      if (last === null) look();
      let left = false;
      return () => {
        if (left) return;
        left = true;
        leave();
        const others = (listening.get(userId) ?? 1) - 1;
        if (others > 0) listening.set(userId, others);
        else listening.delete(userId);
      };
    },
    /** Events of other processes are kept for a minute; nobody knows whether there were any before that. */
    async hasNewsSince(userId, time) {
      if (await local.hasNewsSince(userId, time)) return true;
      const age = now() - time;
      if (age >= KEPT_SECONDS * 1000) return true;
      // Clocks of processes may differ a little: once too often is better than never.
      const since = sql`unixepoch() - ${Math.ceil(age / 1000) + CLOCKS_DIFFER_SECONDS}`;
      const [news] = await db.query
        .select({ id: liveEvents.id })
        .from(liveEvents)
        .where(and(eq(liveEvents.userId, userId), gte(liveEvents.sentAt, since)))
        .limit(1);
      return news !== undefined;
    },
  };
}
