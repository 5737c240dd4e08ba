import { eq, lte, sql } from "drizzle-orm";
import { count } from "../../core/basics/texts.ts";
import type { Database } from "../db/client.ts";
import { rateWindows } from "../db/schema.ts";
import type { Rate } from "../rates.ts";
import { Refusal } from "../refusal.ts";

export interface RateLimiter {
  /**
   * Counts a call under `key`, or this many of something else; refuses with 429 if there were too many. What the key
   * says before its first colon is its kind: all keys of a kind have the same rate.
   */
  take(key: string, rate: Rate, amount?: number): Promise<void>;
  /** Forgets the calls under `key`: a correct password clears the wrong ones before it. */
  clear(key: string): Promise<void>;
  /** Forgets windows that are over. */
  sweep(): Promise<void>;
}

/** The most keys of a kind; then the oldest are dropped, so that an attacker with many addresses cannot fill the memory. */
const MOST_KEYS = 50_000;

interface Window {
  readonly count: number;
  readonly endsAt: number;
}

/**
 * Counts in fixed windows in memory, for a server with a single process. A restart clears the counts. Each kind of key
 * has its own room: no number of uploads makes the server forget wrong passwords.
 */
export function createRateLimiter(now: () => number): RateLimiter {
  /** By kind, then by key. The windows of a kind are equally long, so the first in its map is the first to end. */
  const kinds = new Map<string, Map<string, Window>>();

  function windowsLike(key: string): Map<string, Window> {
    const kind = key.slice(0, key.indexOf(":"));
    const known = kinds.get(kind) ?? new Map<string, Window>();
    kinds.set(kind, known);
    return known;
  }

  return {
    async take(key, { limit, seconds }, amount = 1) {
      const [time, windows] = [now(), windowsLike(key)];
      let { count, endsAt } = windows.get(key) ?? { count: 0, endsAt: 0 };
      if (endsAt <= time) {
        windows.delete(key);
        [count, endsAt] = [0, time + seconds * 1000];
      }
      windows.set(key, { count: count + amount, endsAt });
      if (windows.size > MOST_KEYS) windows.delete(windows.keys().next().value!);
      judge({ count: count + amount, endsAt }, limit, time);
    },
    clear: async (key) => void windowsLike(key).delete(key),
    async sweep() {
      for (const windows of kinds.values())
        for (const [key, { endsAt }] of windows) if (endsAt <= now()) windows.delete(key);
    },
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
      judge(window!, rate.limit, time);
    },
    clear: async (key) => void (await db.run((query) => query.delete(rateWindows).where(eq(rateWindows.key, key)))),
    sweep: async () => void (await db.run((query) => query.delete(rateWindows).where(lte(rateWindows.endsAt, now())))),
  };
}

function judge({ count, endsAt }: Window, limit: number, now: number): void {
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
