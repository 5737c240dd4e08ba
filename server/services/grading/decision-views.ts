import type { PageDecision } from "../../../core/results/decide-page.ts";
import { certaintyText, certaintyTexts } from "../../../core/rules/certainty.ts";
import type { Certainty, PageQuestion } from "../../contract/results/question.ts";

/** A task's setting, and what it means for full marks and for fewer. */
export function certaintyView(percent: number): Certainty {
  return { percent, ...certaintyTexts(percent) };
}

/** How sure the machine is of a page's points. */
export function pageCertaintyView({ item, confidence, needed }: PageDecision) {
  const { points, maximum } = item;
  return { confidence, needed, certainty_text: certaintyText({ points, maximum, confidence, needed }) };
}

/** What a person is asked about a page; null if nothing is. */
export function questionView({ asked }: Pick<PageDecision, "asked">): PageQuestion | null {
  if (asked === null) return null;
  const { text, choices } = asked.question;
  return {
    text,
    choices: choices.map((choice) => ({
      ...choice,
      places: choice.places.map(({ text: words, box }) => ({ text: words, box: { ...box } })),
      outputs: choice.outputs.map((output) => ({ ...output })),
    })),
  };
}
