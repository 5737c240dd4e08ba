/**
 * How many such pairs chance would give, as text.
 *
 * @example
 * chanceText(0.004); // "chance would give one such pair in 250 classes"
 */
export function chanceText(expected: number): string {
  if (expected < 1e-6) return "chance would give less than one such pair in a million classes";
  if (expected < 0.1)
    return `chance would give one such pair in ${Math.round(1 / expected).toLocaleString("en")} classes`;
  return `chance would give ${expected.toFixed(1)} such pairs`;
}

/** How common the circuit of both is, as text. */
export function sharingText(sharing: number): string {
  return sharing === 0 ? "their circuits differ" : `${sharing} drawings have this circuit`;
}
