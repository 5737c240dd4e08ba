import { setMaxListeners } from "node:events";
import type { Log } from "./log.ts";

type Hook = () => void | Promise<void>;

/** From the beginning of a stop to `cutOff`, in milliseconds. */
const LAST_MOMENT = 800;

/** What runs beside the requests. */
export interface Lifecycle {
  /** Runs at a graceful stop, after the last request was answered, last registered first. */
  onStop(name: string, hook: Hook): void;
  /** Runs about once a minute, one after the other; a failure is logged and does not hinder the next. */
  everyMinute(name: string, hook: Hook): void;
  /** Lets `work` go on after the answer is given; a failure is logged, and a stop waits for it. */
  inBackground(name: string, work: Promise<void>): void;
  /** Resolves when nothing runs in the background. */
  settled(): Promise<void>;
  /** Runs what `everyMinute` registered, now. */
  tick(): Promise<void>;
  /** Aborted when a stop begins: whoever holds a request open, as event streams do, lets go of it. */
  readonly stopping: AbortSignal;
  /** Aborted a moment later: what callers have not sent by then is not waited for. */
  readonly cutOff: AbortSignal;
  beginStop(): void;
  /** Runs what `onStop` registered. */
  stop(): Promise<void>;
}

export function createLifecycle(log: Log): Lifecycle {
  const stops: [string, Hook][] = [];
  const minutes: [string, Hook][] = [];
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  // Every open live page listens, and stops listening when it goes.
  setMaxListeners(0, stopping.signal);
  const cutOff = new AbortController();
  // So does every request that has a body.
  setMaxListeners(0, cutOff.signal);

  async function run(hooks: readonly [string, Hook][], what: string): Promise<void> {
    for (const [name, hook] of hooks) {
      try {
        await hook();
      } catch (error) {
        log.error(`${what}-failed`, error, { hook: name });
      }
    }
  }

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    inBackground(name, work) {
      const guarded = work
        .catch((error) => log.error("background-failed", error, { work: name }))
        .finally(() => running.delete(guarded));
      running.add(guarded);
    },
    settled,
    onStop: (name, hook) => void stops.unshift([name, hook]),
    everyMinute: (name, hook) => void minutes.push([name, hook]),
    tick: () => run(minutes, "tick"),
    stopping: stopping.signal,
    cutOff: cutOff.signal,
    beginStop() {
      stopping.abort();
      setTimeout(() => cutOff.abort(), LAST_MOMENT);
    },
    async stop() {
      await settled();
      await run(stops, "stop");
    },
  };
}
