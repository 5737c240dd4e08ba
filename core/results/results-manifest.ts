import type { Threshold } from "../page/threshold.ts";
import { PROGRAM_VERSION } from "../rules/program-version.ts";
import { QUEUE_CONFIDENCE } from "../rules/review-reasons.ts";

/** How results were made, so that anyone can repeat it: the same pages and manifest give the same results. */
export interface ResultsManifest {
  /** The version of CircuitGrade. */
  readonly program: string;
  /** SHA-256 of the detector's model, hex; null if nothing was read. */
  readonly model: string | null;
  /** See `keyVersion`. */
  readonly key_version: string;
  readonly settings: {
    /** How ink was separated from paper. */
    readonly threshold: Threshold;
    /** Percent: pages with a lower confidence need a person. */
    readonly confidence: number;
    /** 0 … 1: pages with at least this confidence are graded without a person; null if none are. */
    readonly accept_above: number | null;
  };
}

interface ManifestParts {
  readonly model: string | null;
  readonly keyVersion: string;
  readonly program?: string;
  readonly threshold?: Threshold;
  readonly confidence?: number | undefined;
  readonly acceptAbove?: number | undefined;
}

/**
 * The manifest of results; missing parts get their defaults.
 *
 * @example
 * resultsManifest({ model, keyVersion }).settings; // { threshold: "auto", confidence: 70, accept_above: null }
 */
export function resultsManifest(parts: ManifestParts): ResultsManifest {
  return {
    program: parts.program ?? PROGRAM_VERSION,
    model: parts.model,
    key_version: parts.keyVersion,
    settings: {
      threshold: parts.threshold ?? "auto",
      confidence: parts.confidence ?? QUEUE_CONFIDENCE,
      accept_above: parts.acceptAbove ?? null,
    },
  };
}

/**
 * A manifest in one line, for the foot of a report.
 *
 * @example
 * manifestText(manifest); // "CircuitGrade 0.1.0 · model 0a1b2c3d4e5f · keys 9f8e7d6c5b4a · confidence 70 %"
 */
export function manifestText({ program, model, key_version, settings }: ResultsManifest): string {
  const { threshold, confidence, accept_above } = settings;
  const parts = [
    `CircuitGrade ${program}`,
    ...(model === null ? [] : [`model ${model.slice(0, 12)}`]),
    `keys ${key_version.slice(0, 12)}`,
    ...(threshold === "auto" ? [] : [`threshold ${threshold}`]),
    accept_above === null ? `confidence ${confidence} %` : `accepted above ${Math.round(accept_above * 1000) / 10} %`,
  ];
  return parts.join(" · ");
}
