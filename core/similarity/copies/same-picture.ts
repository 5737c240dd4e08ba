/**
 * Readings of one picture lie no farther apart than this, in units of a usual gate: of the same file not at all, of 9 in
 * 14 pages of `core/testdata/pages` that were saved again as JPEG of quality 95 no farther.
 */
const WITHIN = 0.01;
/** How rare so near a place is for another hand, and be it a tracing one (a spread of 0.075, see `UsualDeviations`). */
const BITS_EACH = 3.2;
/** So many numbers agree because one layout was laid upon the other. */
const FITTED = 4;

/**
 * How much two layouts' deviations from each other speak for one picture that was handed in twice, in bits; 0 where any
 * place differs. It does not ask what is usual in the class: no two hands draw alike to a hundredth of a gate.
 */
export function samePictureBits(ofA: Float64Array, ofB: Float64Array): number {
  const isSame = [ofA, ofB].every((own) => own.every((value) => Math.abs(value) < WITHIN));
  return isSame ? BITS_EACH * Math.max(0, Math.min(ofA.length, ofB.length) - FITTED) : 0;
}
