/** Percent: how sure the machine must be to grade a page without a person, where nobody has said otherwise. */
export const DEFAULT_CERTAINTY = 98;

/** What the setting may be, in percent. */
export const CERTAINTY = { min: 50, max: 99.9 } as const;

/** Points that are lost must be as many times surer: a student who is wronged may not notice. */
const LOST = 4;

/**
 * How sure the machine must be of some points to give them without a person, 0 … 1: of full marks as sure as the
 * setting says; where points are lost, with a fourth of that doubt.
 *
 * @example
 * neededCertainty({ points: 10, maximum: 10, certainty: 98 }); // 0.98
 * neededCertainty({ points: 5, maximum: 10, certainty: 98 }); // 0.995
 */
export function neededCertainty({
  points,
  maximum,
  certainty,
}: {
  points: number;
  maximum: number;
  certainty: number;
}): number {
  const p = certainty / 100;
  return points >= maximum ? p : 1 - (1 - p) / LOST;
}

/**
 * A probability as people read it: rounded down, so that nothing is said to be surer than it is.
 *
 * @example
 * percentText(0.9876); // "98.7 %"
 * percentText(0.5); // "50 %"
 */
export function percentText(probability: number): string {
  const percent = Math.floor(probability * 1000 + 1e-6) / 10;
  return `${probability < 1 ? Math.min(99.9, percent) : percent} %`;
}

/** What a page earns, and how sure the machine is and must be of that; both null if the keys cannot be compared. */
export interface PointsCertainty {
  readonly points: number | null;
  readonly maximum: number;
  /** 0 … 1 */
  readonly confidence: number | null;
  readonly needed: number | null;
}

/**
 * How sure the machine is of a page's points, in the same words everywhere; null if that is not known.
 *
 * @example
 * certaintyText({ points: 4, maximum: 4, confidence: 0.971, needed: 0.98 });
 * // "The machine is 97.1 % sure of full marks; 98 % are needed."
 */
export function certaintyText({ points, maximum, confidence, needed }: PointsCertainty): string | null {
  if (points === null || confidence === null || needed === null) return null;
  const what = points >= maximum ? "full marks" : `${points} of ${maximum} points`;
  return `The machine is ${percentText(confidence)} sure of ${what}; ${percentText(needed)} are needed.`;
}

/** "98 %" and "99.5 %": how sure the machine must be of full marks, and of fewer. */
export function certaintyTexts(certainty: number): { readonly full: string; readonly fewer: string } {
  const needed = (points: number) => percentText(neededCertainty({ points, maximum: 1, certainty }));
  return { full: needed(1), fewer: needed(0) };
}
