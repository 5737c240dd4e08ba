import { and, eq, gt, lte, sql } from "drizzle-orm";
import { count } from "../../core/basics/texts.ts";
import type { Database } from "../db/client.ts";
import { rateWindows } from "../db/schema.ts";
import type { Rate } from "../rates.ts";
import { Refusal } from "../refusal.ts";

export interface RateLimiter {
  /** Counts a call under `key`, or this many of something else; refuses with 429 if there were too many. */
  take(key: string, rate: Rate, amount?: number): Promise<void>;
  /** Takes back one call under `key`, which turned out to count elsewhere. */
  giveBack(key: string): Promise<void>;
  /** Forgets the calls under `key`: a correct password clears the wrong ones before it. */
  clear(key: string): Promise<void>;
  /** Forgets windows that are over. */
  sweep(): Promise<void>;
}

/** Beyond this many keys the oldest are dropped, so that an attacker with many addresses cannot fill the memory. */
const MOST_KEYS = 50_000;

/** Counts in fixed windows in memory, for a server with a single process. A restart clears the counts. */
export function createRateLimiter(now: () => number): RateLimiter {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();

  function windowOf(key: string, rate: Rate) {
    const current = windows.get(key);
    if (current && current.endsAt > now()) return current;
    const fresh = { count: 0, endsAt: now() + rate.seconds * 1000 };
    windows.delete(key);
    windows.set(key, fresh);
    if (windows.size > MOST_KEYS) windows.delete(windows.keys().next().value!);
    return fresh;
  }

  return {
    async take(key, rate, amount = 1) {
      const window = windowOf(key, rate);
      window.count += amount;
      judge(window, rate, now());
    },
    async giveBack(key) {
      const window = windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    },
    clear: async (key) => void windows.delete(key),
    // `MOST_KEYS` bounds them.
    sweep: async () => undefined,
  };
}

/** Counts in the database, so that a rate applies to all processes together. */
export function createSharedRateLimiter({ db, now }: { db: Database; now: () => number }): RateLimiter {
  return {
    async take(key, rate, amount = 1) {
      const [time, endsAt] = [now(), now() + rate.seconds * 1000];
      const lasts = sql`${rateWindows.endsAt} > ${time}`;
      const counted = {
        count: sql`iif(${lasts}, ${rateWindows.count} + ${amount}, ${amount})`,
        endsAt: sql`iif(${lasts}, ${rateWindows.endsAt}, ${endsAt})`,
      };
      const [window] = await db.run((query) =>
        query
          .insert(rateWindows)
          .values({ key, count: amount, endsAt })
          .onConflictDoUpdate({ target: rateWindows.key, set: counted })
          .returning(),
      );
      judge(window!, rate, time);
    },
    async giveBack(key) {
      const counted = and(eq(rateWindows.key, key), gt(rateWindows.count, 0));
      await db.run((query) =>
        query
          .update(rateWindows)
          .set({ count: sql`${rateWindows.count} - 1` })
          .where(counted),
      );
    },
    clear: async (key) => void (await db.run((query) => query.delete(rateWindows).where(eq(rateWindows.key, key)))),
    sweep: async () => void (await db.run((query) => query.delete(rateWindows).where(lte(rateWindows.endsAt, now())))),
  };
}

function judge({ count, endsAt }: { count: number; endsAt: number }, { limit }: Rate, now: number): void {
  if (count <= limit) return;
  const seconds = Math.ceil((endsAt - now) / 1000);
  throw new Refusal(429, {
    code: "too-many-requests",
    message: `Too many attempts. Please try again in ${describe(seconds)}.`,
    headers: { "Retry-After": String(seconds) },
  });
}

function describe(seconds: number): string {
  if (seconds < 90) return count(seconds, "second");
  return `${Math.ceil(seconds / 60)} minutes`;
}
