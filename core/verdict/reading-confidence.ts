import type { PageLook } from "./evidence.ts";
import { functionText, type LikelyFunction, likelyFunctions } from "./join-looks.ts";
import { agreementFeatures, probabilityOf } from "./logistic.ts";

/**
 * The probability, 0 … 1, that the functions of a page were read as drawn, from the share of all readings that compute
 * what was read and the agreement of the looks.
 *
 * @param looks the one by which the page was read comes first.
 * @param functions what the looks make possible, if that is known already.
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
