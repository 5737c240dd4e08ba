import { EXIT } from "./exit-codes.ts";

/** A watch for Ctrl-C and for a polite request to end. */
export interface Interruption {
  /** Aborts at the first signal; the command then saves what it has and ends. */
  readonly signal: AbortSignal;
  dispose(): void;
}

/**
 * Watches for SIGINT and SIGTERM until disposed. The second signal ends the process at once: by the signal itself, which
 * a shell tells as 130, as Node's own exit waits for its threads, and fails where they are in native code.
 */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  function dispose(): void {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
  function onSignal(): void {
    if (controller.signal.aborted) {
      dispose();
      process.kill(process.pid, "SIGINT");
    }
    // Stands also where the reader of stdout goes before the end: Ctrl-C reaches `| tee` as well.
    process.exitCode = EXIT.interrupted;
    controller.abort();
  }
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return { signal: controller.signal, dispose };
}
