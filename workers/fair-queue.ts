import { createTurns } from "./turns.ts";

/** Does pieces of work, some of them at the same time. */
export interface FairQueue {
  /** Does `work` when it is the caller's turn; resolves or rejects as `work` does. */
  run<Result>(caller: string | undefined, work: () => Promise<Result>): Promise<Result>;
}

/** Does at most `size` pieces of work at once: callers take turns, and the earliest work of each comes first. */
export function createFairQueue(size: number): FairQueue {
  const waiting: { readonly caller: string | undefined; begin(): Promise<void> }[] = [];
  const turns = createTurns<string | undefined>();
  let running = 0;

  function dispatch(): void {
    while (running < size && waiting.length > 0) {
      const longest = Math.min(...waiting.map(({ caller }) => turns.lastOf(caller)));
      const at = waiting.findIndex(({ caller }) => turns.lastOf(caller) === longest);
      const [next] = waiting.splice(at, 1);
      // Its turn is kept also if that was its last work: asking one at a time must not get ahead of those who ask for more.
      turns.take(
        [next!.caller],
        waiting.map(({ caller }) => caller),
      );
      running++;
      void next!.begin().finally(() => {
        running--;
        dispatch();
      });
    }
  }

  return {
    run(caller, work) {
      return new Promise((resolve, reject) => {
        waiting.push({ caller, begin: () => work().then(resolve, reject) });
        dispatch();
      });
    },
  };
}
