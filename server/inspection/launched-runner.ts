import type { Allowance, InspectionOutcome, InspectMessage, InspectRequest, OutcomeMessage } from "./messages.ts";

/** The launcher's end of the channel, as `process` has it in a program that it started. */
export interface Launcher {
  readonly connected: boolean;
  send?(message: InspectMessage, ...rest: never[]): boolean;
  on(event: "message", hear: (message: OutcomeMessage) => void): unknown;
  on(event: "disconnect", hear: () => void): unknown;
}

const GONE: InspectionOutcome = { failure: "unavailable", reason: "the launcher is gone" };

/** Lets processes of the launcher look into files. */
export function createLaunchedRunner(launcher: Launcher) {
  const waiting = new Map<number, (outcome: InspectionOutcome) => void>();
  let last = 0;
  launcher.on("message", ({ id, ...outcome }) => {
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  });
  launcher.on("disconnect", () => {
    for (const resolve of waiting.values()) resolve(GONE);
    waiting.clear();
  });
  return (request: InspectRequest, allowance: Allowance): Promise<InspectionOutcome> => {
    if (!launcher.connected) return Promise.resolve(GONE);
    const id = ++last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      launcher.send?.({ id, request, allowance });
    });
  };
}
