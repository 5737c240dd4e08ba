import type { Inspection, Work } from "../recogniser/messages.ts";

export type InspectRequest = Work["inspect"]["request"];

/** What an inspecting process says to the launcher: first that it listens. */
export type InspectorAnswer =
  | { readonly isReady: true }
  /** `isWorn`: the next file is for another process. */
  | { readonly answer: Inspection; readonly isWorn: boolean };

/**
 * What became of a file. `late`: it took longer than it may. `died`: it took the process down, by its need for memory
 * above all. `unavailable`: there is no process.
 */
export type InspectionOutcome =
  | { readonly answer: Inspection }
  | { readonly failure: "late" | "died" | "unavailable"; readonly reason: string };

/** What the server sends to the launcher, which answers with the same number. */
export interface InspectMessage {
  readonly id: number;
  readonly request: InspectRequest;
  /** Of processor time. */
  readonly seconds: number;
}

export type OutcomeMessage = InspectionOutcome & { readonly id: number };
