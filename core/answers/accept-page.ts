import type { VerdictStability } from "./verdict-stability.ts";

/** Pages of at least this confidence are accepted where nothing else is asked for. */
export const DEFAULT_ACCEPT_ABOVE = 0.99;

/** What is known of a page when it is decided whether its grade needs a person. */
export interface PageEvidence {
  /** Null: no grade is proposed, `reasons` say why. */
  readonly grade: number | null;
  /** Of the reading, 0 … 1; null where there is none. */
  readonly confidence: number | null;
  readonly stability: Pick<VerdictStability, "stable" | "points" | "corrections">;
  /** Why no grade is proposed. */
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
}

/** Whether a page's grade may be given without a person looking, and if not, why. */
export interface Acceptance {
  readonly accepted: boolean;
  /** Empty where it is accepted. */
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Accepts a proposed grade where the reading is at least `above` sure and no plausible misreading would change the
 * points; every other page is queued, with all that speaks against it.
 *
 * @example
 * acceptPage({ grade: 5, confidence: 0.97, stability, reasons: [] }, { above: 0.99 });
 * // { accepted: false, reasons: [{ code: "low-confidence", message: "The reading is 97 % sure, …" }] }
 */
export function acceptPage(evidence: PageEvidence, { above }: { above: number }): Acceptance {
  const { grade, confidence, stability, reasons } = evidence;
  const own = [...reasons];
  if (confidence !== null && confidence < above) {
    const message = `The reading is ${percent(confidence)} sure, less than the ${percent(above)} asked for: check it.`;
    own.push({ code: "low-confidence", message });
  }
  const [first] = stability.corrections;
  if (!stability.stable && first !== undefined) {
    const points = first.points === null ? "there would be no points" : `the points would be ${first.points}`;
    const now = stability.points === null ? "" : `, not ${stability.points}`;
    own.push({ code: "unstable-verdict", message: `Look at a doubtful place: ${first.text}, ${points}${now}.` });
  }
  return { accepted: grade !== null && confidence !== null && own.length === 0, reasons: own };
}

/** "99 %", "98.7 %": rounded down, so that no page seems to reach a threshold that it does not. */
export function percent(share: number): string {
  return `${Math.floor(share * 1000 + 1e-9) / 10} %`;
}
