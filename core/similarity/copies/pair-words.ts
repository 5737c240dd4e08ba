import type { CopyPair } from "./copy-pair.ts";

/**
 * That both are one file, or how many such pairs chance would give, and whether one is mirrored, as text.
 *
 * @example
 * chanceText({ expected: 0.004, identical: false, mirrored: false }); // "chance would give one such pair in 250 classes"
 */
export function chanceText({ mirrored, ...pair }: Pick<CopyPair, "expected" | "identical" | "mirrored">): string {
  return `${mirrored ? "mirrored top to bottom; " : ""}${figureText(pair)}`;
}

function figureText({ expected, identical }: Pick<CopyPair, "expected" | "identical">): string {
  if (identical) return "the same file";
  if (expected < 1e-6) return "chance would give less than one such pair in a million classes";
  if (expected < 0.1)
    return `chance would give one such pair in ${Math.round(1 / expected).toLocaleString("en")} classes`;
  return `chance would give ${expected.toFixed(1)} such pairs`;
}

/**
 * Whether a pair is called copied. Two layouts of different circuits may be alike too: one of them may be misread or
 * changed, which is for a person to see. One file is one, however it was read.
 */
export function looksCopied({ sharing, identical }: Pick<CopyPair, "sharing" | "identical">): boolean {
  return identical || sharing > 0;
}

/** How common the circuit of both is, as text; of one file that is not said, as nothing may have been read in it. */
export function sharingText({ sharing, identical }: Pick<CopyPair, "sharing" | "identical">): string {
  if (identical) return "handed in twice";
  return sharing === 0 ? "their circuits differ" : `${sharing} drawings have this circuit`;
}
