import { certaintyText } from "../rules/certainty.ts";
import type { Problem } from "../rules/problem.ts";
import type { DecidingQuestion } from "./question.ts";
import type { Oddity, PageVerdict } from "./verdict.ts";

/** The reason for pages that an earlier version has read. */
const UNKNOWN =
  "How sure the machine is of this page is not known. Read it again, or compare the reading with the drawing.";

const ODDITIES: Readonly<Record<Oddity, string>> = {
  "missing-output": "Fewer outputs were found than the item has keys: one may have been overlooked.",
  "tied-inputs": "Two inputs of a gate were read as the same signal: a wire may have been misread.",
};

/** Why a person should look at a page whose verdict is not sure enough, with the deciding place if it is known. */
export function unsureVerdict(
  { points, confidence, needed, oddity }: Pick<PageVerdict, "points" | "confidence" | "needed" | "oddity">,
  { question, maximum }: { question: DecidingQuestion | null; maximum: number },
): Problem {
  const sure = certaintyText({ points, maximum, confidence, needed });
  if (sure === null) return { code: "unsure-verdict", message: UNKNOWN };
  const box = question?.choices[1]?.places[0]?.box;
  const odd = oddity === null ? "" : ` ${ODDITIES[oddity]}`;
  return {
    code: "unsure-verdict",
    message: `${sure}${odd} ${question?.text ?? "Compare the reading with the drawing."}`,
    ...(box && { box }),
  };
}
