import type { PageLook } from "./evidence.ts";
import { functionText, type LikelyFunction, likelyFunctions } from "./join-looks.ts";
import { agreementFeatures, probabilityOf } from "./logistic.ts";

/**
 * The probability, 0 … 1, that the functions of a page were read as drawn: how much of all readings computes what was
 * read, and how the looks agree.
 *
 * @param looks the look that the page was read by comes first.
 * @param functions what the looks make possible, where that is known already.
 */
export function readingConfidence(
  looks: readonly PageLook[],
  functions: readonly LikelyFunction[] = likelyFunctions(looks),
): number {
  const features = readingFeatures(looks, functions);
  return features === null ? 0 : probabilityOf("reading", features);
}

/** What that probability is computed from, the numbers of `agreementFeatures`; null without a circuit. */
export function readingFeatures(
  looks: readonly PageLook[],
  functions: readonly LikelyFunction[] = likelyFunctions(looks),
): number[] | null {
  const asRead = looks[0]?.circuits[0];
  if (asRead === undefined) return null;
  const own = functionText(asRead.netlist);
  const share = functions.find(({ text }) => text === own)?.share ?? 0;
  const isSame = (look: PageLook) => look.circuits[0] !== undefined && functionText(look.circuits[0].netlist) === own;
  return agreementFeatures(looks, { share, isSame });
}
