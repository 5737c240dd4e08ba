import { certaintyText } from "../rules/certainty.ts";
import type { Problem } from "../rules/problem.ts";
import type { DecidingQuestion } from "./question.ts";
import type { PageVerdict } from "./verdict.ts";

/** The reason for pages that an earlier version has read. */
const UNKNOWN =
  "How sure the machine is of this page is not known. Read it again, or compare the reading with the drawing.";

/** Why a person should look at a page whose verdict is not sure enough, with the deciding place if it is known. */
export function unsureVerdict(
  { points, confidence, needed }: Pick<PageVerdict, "points" | "confidence" | "needed">,
  { question, maximum }: { question: DecidingQuestion | null; maximum: number },
): Problem {
  const sure = certaintyText({ points, maximum, confidence, needed });
  if (sure === null) return { code: "unsure-verdict", message: UNKNOWN };
  const box = question?.choices[1]?.places[0]?.box;
  return {
    code: "unsure-verdict",
    message: question === null ? `${sure} Compare the reading with the drawing.` : `${sure} ${question.text}`,
    ...(box && { box }),
  };
}
