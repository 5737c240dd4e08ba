import { EXIT } from "./exit-codes.ts";

/** A watch for Ctrl-C and for a polite request to end. */
export interface Interruption {
  /** Aborts at the first signal; the command then saves what it has and ends. */
  readonly signal: AbortSignal;
  dispose(): void;
}

/** Watches for SIGINT and SIGTERM until disposed. The second signal ends the process at once. */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  function onSignal(): void {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  }
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    dispose: () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal),
  };
}
