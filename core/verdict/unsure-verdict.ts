import { certaintyText } from "../rules/certainty.ts";
import type { Problem } from "../rules/problem.ts";
import type { DecidingQuestion } from "./question.ts";
import type { PageVerdict } from "./verdict.ts";

/** The reason for pages that an earlier version has read. */
const UNKNOWN =
  "How sure the machine is of this page is not known. Read it again, or compare the reading with the drawing.";

const LACKS_OUTPUT = " Fewer outputs were found than the item has keys: one may have been overlooked.";

/** Why a person should look at a page whose verdict is not sure enough, with the deciding place if it is known. */
export function unsureVerdict(
  { points, confidence, needed, lacksOutput }: Pick<PageVerdict, "points" | "confidence" | "needed" | "lacksOutput">,
  { question, maximum }: { question: DecidingQuestion | null; maximum: number },
): Problem {
  const sure = certaintyText({ points, maximum, confidence, needed });
  if (sure === null) return { code: "unsure-verdict", message: UNKNOWN };
  const box = question?.choices[1]?.places[0]?.box;
  const lacking = lacksOutput ? LACKS_OUTPUT : "";
  return {
    code: "unsure-verdict",
    message: `${sure}${lacking} ${question?.text ?? "Compare the reading with the drawing."}`,
    ...(box && { box }),
  };
}
