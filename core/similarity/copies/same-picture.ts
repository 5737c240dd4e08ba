/**
 * Readings of one picture are no farther apart than this, in units of a usual gate: of the same file not at all, and of
 * 9 in 14 pages of `core/testdata/pages` that were saved again as JPEG of quality 95 no farther.
 */
const WITHIN = 0.01;
/**
 * How unlikely such a near place is for another hand, even a tracing one (a spread of 0.075, see `UsualDeviations`).
 */
const BITS_EACH = 3.2;
/** How many numbers agree because one layout was aligned with the other. */
const FITTED = 4;

/**
 * The evidence from two layouts' deviations that one picture was handed in twice, in bits; 0 if any place differs. It
 * does not depend on what is usual in the class: no two hands draw alike to a hundredth of a gate.
 */
export function samePictureBits(ofA: Float64Array, ofB: Float64Array): number {
  const isSame = [ofA, ofB].every((own) => own.every((value) => Math.abs(value) < WITHIN));
  return isSame ? BITS_EACH * Math.max(0, Math.min(ofA.length, ofB.length) - FITTED) : 0;
}
