import type { Work } from "../recogniser/messages.ts";

/** Looks into a page that should have a code, unpacks a ZIP file, or reads a spreadsheet. */
export type InspectionKind = "inspect" | "unpack" | "table";

/** A piece of such work, as it is sent to a process. */
export interface InspectRequest<Kind extends InspectionKind = InspectionKind> {
  readonly kind: Kind;
  readonly request: Work[Kind]["request"];
}
export type Inspected<Kind extends InspectionKind = InspectionKind> = Work[Kind]["answer"];

/** Messages of an inspecting process to the launcher: first that it is ready. */
export type InspectorAnswer =
  | { readonly isReady: true }
  /** `isWorn`: the next file goes to another process. */
  | { readonly answer: Inspected; readonly isWorn: boolean };

/** What a file may take: `seconds` of processor time, and the memory that most files need or a large one. */
export interface Allowance {
  readonly seconds: number;
  readonly memory: "usual" | "large";
}

/**
 * The result for a file. `late`: it exceeded the time limit. `cramped`: it may need more than the usual memory. `died`:
 * it crashed the process, mostly by its need for memory. `unavailable`: there is no process.
 */
export type InspectionOutcome<Kind extends InspectionKind = InspectionKind> =
  | { readonly answer: Inspected<Kind> }
  | { readonly failure: "late" | "cramped" | "died" | "unavailable"; readonly reason: string };

/** What the server sends to the launcher, which answers with the same number. */
export interface InspectMessage {
  readonly id: number;
  readonly request: InspectRequest;
  readonly allowance: Allowance;
}

export type OutcomeMessage = InspectionOutcome & { readonly id: number };
