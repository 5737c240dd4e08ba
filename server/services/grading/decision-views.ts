import type { PageDecision } from "../../../core/results/decide-page.ts";
import { certaintyText, certaintyTexts } from "../../../core/rules/certainty.ts";
import type { Certainty } from "../../contract/results/question.ts";

/** A task's setting, and what it means for full marks and for fewer. */
export function certaintyView(percent: number): Certainty {
  return { percent, ...certaintyTexts(percent) };
}

/** How sure the machine is of a page's points. */
export function pageCertaintyView({ item, confidence, needed }: PageDecision) {
  const { points, maximum } = item;
  return { confidence, needed, certainty_text: certaintyText({ points, maximum, confidence, needed }) };
}
