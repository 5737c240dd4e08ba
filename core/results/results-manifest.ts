import type { Threshold } from "../page/threshold.ts";
import { DEFAULT_CERTAINTY } from "../rules/certainty.ts";
import { PROGRAM_VERSION } from "../rules/program-version.ts";

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
    /** Percent: how sure the machine must be of full marks to grade without a person; null in results of older versions. */
    readonly certainty: number | null;
  };
}

interface ManifestParts {
  readonly model: string | null;
  readonly keyVersion: string;
  readonly program?: string;
  readonly threshold?: Threshold;
  readonly certainty?: number | undefined;
}

/**
 * The manifest of results; missing parts get their defaults.
 *
 * @example
 * resultsManifest({ model, keyVersion }).settings; // { threshold: "auto", certainty: 98 }
 */
export function resultsManifest(parts: ManifestParts): ResultsManifest {
  return {
    program: parts.program ?? PROGRAM_VERSION,
    model: parts.model,
    key_version: parts.keyVersion,
    settings: {
      threshold: parts.threshold ?? "auto",
      certainty: parts.certainty ?? DEFAULT_CERTAINTY,
    },
  };
}

/**
 * A manifest in one line, for the foot of a report.
 *
 * @example
 * manifestText(manifest); // "CircuitGrade 0.1.0 · model 0a1b2c3d4e5f · keys 9f8e7d6c5b4a · certainty 98 %"
 */
export function manifestText({ program, model, key_version, settings }: ResultsManifest): string {
  const { threshold, certainty } = settings;
  const parts = [
    `CircuitGrade ${program}`,
    ...(model === null ? [] : [`model ${model.slice(0, 12)}`]),
    `keys ${key_version.slice(0, 12)}`,
    ...(threshold === "auto" ? [] : [`threshold ${threshold}`]),
    // Results of an older version have other settings.
    ...(certainty == null ? [] : [`certainty ${certainty} %`]),
  ];
  return parts.join(" · ");
}
