import { setMaxListeners } from "node:events";
import type { Log } from "./log.ts";

type Hook = () => void | Promise<void>;

/** Time limits of a stop, in milliseconds. */
const STOP = {
  /** From the beginning of the stop to `cutOff`. */
  cutOff: 800,
  /** For background work. */
  background: 500,
  /** For a hook without a separate limit. */
  hook: 1_000,
  /** For a page that is being read, from the beginning of the stop. */
  page: 10_500,
};

/** Work that runs alongside the requests. */
export interface Lifecycle {
  /**
   * Runs at a graceful stop, after the last request was answered; the last one registered runs first. A hook that takes
   * longer than a second is abandoned; one that waits for `pages` may take as long as a page may.
   */
  onStop(name: string, hook: Hook, options?: { pages: boolean }): void;
  /** Runs about once a minute (CLOCK_SECONDS), one after the other. A failure is logged and does not stop the next one. */
  everyMinute(name: string, hook: Hook): void;
  /** Lets `work` continue after the response. A failure is logged, and a stop waits half a second for it. */
  inBackground(name: string, work: Promise<void>): void;
  /** Resolves when nothing runs in the background. */
  settled(): Promise<void>;
  /** Runs everything that `everyMinute` registered, now. */
  tick(): Promise<void>;
  /** Aborted when a stop begins: open requests, such as event streams, then end. */
  readonly stopping: AbortSignal;
  /** Aborted a moment later: data that callers have not sent by then is not waited for. */
  readonly cutOff: AbortSignal;
  beginStop(): void;
  /** How many milliseconds are left for pages that are being read. */
  timeForPages(): number;
  /** Runs everything that `onStop` registered. */
  stop(): Promise<void>;
}

export function createLifecycle(log: Log): Lifecycle {
  const stops: { name: string; hook: Hook; pages: boolean }[] = [];
  const minutes: [string, Hook][] = [];
  const running = new Map<Promise<void>, string>();
  const stopping = new AbortController();
  // Every open live page listens, and stops listening when it closes.
  setMaxListeners(0, stopping.signal);
  const cutOff = new AbortController();
  // So does every request with a body.
  setMaxListeners(0, cutOff.signal);

  let began: number | null = null;

  async function run(name: string, what: string, hook: Hook): Promise<void> {
    try {
      await hook();
    } catch (error) {
      log.error(`${what}-failed`, error, { hook: name });
    }
  }

  function timeForPages(): number {
    return began === null ? STOP.page : Math.max(0, STOP.page - (performance.now() - began));
  }

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running.keys());
  }

  return {
    inBackground(name, work) {
      const guarded = work
        .catch((error) => log.error("background-failed", error, { work: name }))
        .finally(() => running.delete(guarded));
      running.set(guarded, name);
    },
    settled,
    onStop: (name, hook, { pages } = { pages: false }) => void stops.unshift({ name, hook, pages }),
    everyMinute: (name, hook) => void minutes.push([name, hook]),
    async tick() {
      for (const [name, hook] of minutes) await run(name, "tick", hook);
    },
    stopping: stopping.signal,
    cutOff: cutOff.signal,
    beginStop() {
      began = performance.now();
      stopping.abort();
      setTimeout(() => cutOff.abort(), STOP.cutOff);
    },
    timeForPages,
    async stop() {
      await within(settled(), STOP.background);
      for (const work of running.values()) log.warn("stop-left-behind", { work });
      for (const { name, hook, pages } of stops) {
        const patience = STOP.hook + (pages ? timeForPages() : 0);
        if (!(await within(run(name, "stop", hook), patience))) log.warn("stop-left-behind", { hook: name });
      }
    },
  };
}

/** Whether `work` ended within that many milliseconds. */
export async function within(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
