import { Refusal } from "../refusal.ts";

/** At most `limit` calls within `seconds`. */
export interface Rate {
  readonly limit: number;
  readonly seconds: number;
}

export interface RateLimiter {
  /** Counts a call under `key`; refuses with 429 where there were too many. */
  take(key: string, rate: Rate): void;
  /** Forgets the calls under `key`: a right password pays for the wrong ones before. */
  clear(key: string): void;
}

/** Beyond this many keys the oldest go, so that an attacker with many addresses cannot fill the memory. */
const MOST_KEYS = 50_000;

/** Counts in fixed windows, in memory: one process serves, and a restart forgives. */
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
    take(key, rate) {
      const window = windowOf(key, rate);
      window.count += 1;
      if (window.count <= rate.limit) return;
      const seconds = Math.ceil((window.endsAt - now()) / 1000);
      throw new Refusal(429, {
        code: "too-many-requests",
        message: `Too many attempts. Please try again in ${describe(seconds)}.`,
        headers: { "Retry-After": String(seconds) },
      });
    },
    clear: (key) => void windows.delete(key),
  };
}

function describe(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
