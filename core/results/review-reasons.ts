import { capital } from "../basics/texts.ts";
import { circuitProblemLabel } from "../netlist/circuit-problems.ts";
import type { Problem } from "../rules/problem.ts";

/**
 * The reasons for which a page needs a person, worst first: nobody knows whose page it is; it could not be read; its
 * drawing has a fault; its reading is doubtful. The codes are those of problems; the labels are for lists and filters, and
 * a circuit's problems have theirs.
 */
const REASONS: readonly (readonly [code: string, label?: string])[] = [
  ["forged-qr", "Forged QR code"],
  ["unchecked-qr", "QR code not checked"],
  ["unreadable-qr", "Unreadable QR code"],
  ["file-name", "File name says nothing"],
  ["other-task", "Page of another task"],
  ["no-student", "No student"],
  ["student-id", "No student ID"],
  ["student-conflict", "Two students"],
  ["several-students", "Codes of several students"],
  ["several-sheets", "Two sheets in one picture"],
  ["several-drawings", "Several drawings on a page"],
  ["not-enrolled", "Not enrolled"],
  ["item-unknown", "No such item"],
  ["item-conflict", "Two items"],
  ["duplicate", "Duplicate page"],
  ["handed-in-again", "Handed in again"],
  ["sent-from-elsewhere", "Sent from elsewhere"],
  ["own-paper", "On own paper"],
  ["interrupted", "Not read yet"],
  ["unreadable", "Could not be read"],
  ["no-expressions", "No circuit found"],
  ["nothing-drawn", "Nothing drawn"],
  ["empty-table", "No truth table"],
  ["input-count", "Different number of inputs"],
  ["predictions-changed", "Corrected, not analyzed"],
  // The place of all faults of a drawing that are not named here.
  ["drawing", "Fault in the drawing"],
  ["open-input"],
  ["unlettered-input"],
  ["other-letter", "Input of another letter"],
  ["other-output", "Output of another name"],
  ["unsure-verdict", "Not sure enough"],
];

const RANKS: ReadonlyMap<string, number> = new Map(REASONS.map(([code], rank) => [code, rank]));
const LABELS: ReadonlyMap<string, string | undefined> = new Map(REASONS.map(([code, label]) => [code, label]));

/** Codes of pages that could not be read at all. */
const UNREADABLE =
  /^(damaged|encrypted|reader|file-(too-large|unreadable)|empty-file|unknown-type|pdf-portfolio|picture-too-large|too-many-pages|not-a-file)/;

/** How bad a reason is: 0 for the worst. */
export function reasonRank(code: string): number {
  return RANKS.get(code) ?? RANKS.get(UNREADABLE.test(code) ? "unreadable" : "drawing")!;
}

/** A reason's name in a list: "Open input"; for a code without a label its words: "Wrong item". */
export function reasonLabel(code: string): string {
  const known = LABELS.get(UNREADABLE.test(code) ? "unreadable" : code) ?? circuitProblemLabel(code);
  const words = code.replaceAll("-", " ");
  return known ?? capital(words);
}

/** The worst of some reasons; undefined if there is none. */
export function worstReason<R extends { readonly code: string }>(reasons: readonly R[]): R | undefined {
  return [...reasons].sort((a, b) => reasonRank(a.code) - reasonRank(b.code))[0];
}

/** Reasons with the places of the problems behind them. */
export function placedReasons(reasons: readonly Problem[], problems: readonly Problem[]): Problem[] {
  return reasons.map((reason) => {
    return problems.find(({ code, message }) => code === reason.code && message === reason.message) ?? reason;
  });
}

/** What the order of a queue depends on. */
export interface QueueOrder {
  readonly reasons: readonly { readonly code: string }[];
  /** 0 … 1; null if the page was not read. */
  readonly confidence: number | null;
}

/** Sorts worst first: by the worst reason, then by confidence. Equal ones keep their order. */
export function compareQueued(a: QueueOrder, b: QueueOrder): number {
  const rank = ({ reasons }: QueueOrder): number => reasonRank(worstReason(reasons)?.code ?? "unsure-verdict");
  return rank(a) - rank(b) || (a.confidence ?? 0) - (b.confidence ?? 0);
}
