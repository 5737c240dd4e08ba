import type { LiveEvent } from "../contract/system.ts";

type Listener = (event: LiveEvent) => void;

/** Carries live events to the open pages of the user they concern. */
export interface EventBus {
  publish(userId: string, event: LiveEvent): void;
  /** Returns the function that ends the subscription. */
  subscribe(userId: string, listener: Listener): () => void;
  /** Whether anything was published for the user at `time` (milliseconds since 1970) or later. */
  hasNewsSince(userId: string, time: number): Promise<boolean>;
}

export function createEventBus(now: () => number): EventBus {
  const listeners = new Map<string, Set<Listener>>();
  const latest = new Map<string, number>();
  return {
    publish(userId, event) {
      latest.set(userId, now());
      for (const listener of listeners.get(userId) ?? []) listener(event);
    },
    subscribe(userId, listener) {
      const mine = listeners.get(userId) ?? new Set();
      listeners.set(userId, mine.add(listener));
      return () => {
        mine.delete(listener);
        if (mine.size === 0 && listeners.get(userId) === mine) listeners.delete(userId);
      };
    },
    hasNewsSince: async (userId, time) => (latest.get(userId) ?? -1) >= time,
  };
}
