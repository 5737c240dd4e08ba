import { deriveExpressions } from "../expressions/derive-expressions.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { PageLook } from "./evidence.ts";
import { functionText, likelyFunctions } from "./join-looks.ts";
import { readingDifferences } from "./reading-differences.ts";

/** Another possible reading of a page. */
export interface Alternative {
  /** 0 … 1 */
  readonly probability: number;
  readonly outputs: readonly { readonly name: string; readonly expression: string }[];
  /** Where it differs from what was read. */
  readonly differences: readonly { readonly text: string; readonly box?: PictureBox }[];
}

/** How many are listed at most, and how likely each must be. */
const MOST = 3;
const LEAST_PROBABILITY = 0.01;

/**
 * What else a page may say, the likeliest first: circuits that compute something different from the one that was read,
 * which is right with the probability `confidence`; none if nothing was read.
 */
export function alternativesOf(looks: readonly PageLook[], confidence: number | null): Alternative[] {
  const asRead = looks[0]?.circuits[0];
  if (asRead === undefined || confidence === null) return [];
  const own = functionText(asRead.netlist);
  const others = likelyFunctions(looks).filter(({ text }) => text !== own);
  const rest = others.reduce((sum, { share }) => sum + share, 0);
  return others
    .map(({ share, reading }) => ({ probability: ((1 - confidence) * share) / rest, reading }))
    .filter(({ probability }) => probability >= LEAST_PROBABILITY)
    .slice(0, MOST)
    .map(({ probability, reading: { netlist, look, circuit } }) => {
      const { meetings } = looks[look]!.circuits[circuit]!;
      return {
        probability,
        outputs: printedOutputs(netlist),
        differences: readingDifferences(asRead, { netlist, meetings }),
      };
    });
}

/** The outputs of a circuit that have an expression. */
export function printedOutputs(netlist: Parameters<typeof deriveExpressions>[0]): Alternative["outputs"] {
  return deriveExpressions(netlist).outputs.flatMap(({ name, expression }) =>
    expression === null ? [] : [{ name, expression }],
  );
}
