import { CommandFailure, EXIT } from "./exit-codes.ts";

/** Watches for Ctrl-C and for a termination request. */
export interface Interruption {
  /** Aborts at the first signal, with a `CommandFailure`; the command then saves what it has and ends. */
  readonly signal: AbortSignal;
  dispose(): void;
}

/**
 * Watches for SIGINT and SIGTERM until disposed. The second signal ends the process at once: by the signal itself,
 * which a shell reports as 130, as Node's own exit waits for its threads, and fails if they are in native code.
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
    // Also active if the reader of stdout ends first: Ctrl-C also reaches `| tee`.
    process.exitCode = EXIT.interrupted;
    controller.abort(new CommandFailure(EXIT.interrupted, "Interrupted."));
  }
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return { signal: controller.signal, dispose };
}
