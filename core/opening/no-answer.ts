import type { SeenPage } from "../read-page.ts";
import { NO_INK } from "../rules/problem.ts";
import type { PageHeader } from "./read-header.ts";

/** What a page is that cannot be anybody's answer: blank, or without anything that could be a circuit. */
export type NoAnswer = "blank" | "no-circuit";

/** What is said of such a page. */
export const NO_ANSWER_TEXTS: Readonly<Record<NoAnswer, string>> = {
  blank: "The page is blank and has no code.",
  "no-circuit": "The page has no code, and nothing on it could be a circuit.",
};

/**
 * Tells blank backs, covers and foreign pages from answers. A page with a code, even one that cannot be read, with the
 * template's frame, or with ink in which a gate or an output was seen is never one of them: null.
 *
 * @example
 * noAnswer(await reader.see(image), await readHeader(image)); // null
 */
export function noAnswer(
  { sight, reading }: Pick<SeenPage, "sight" | "reading">,
  { texts, isBlurred }: Pick<PageHeader, "texts" | "isBlurred">,
): NoAnswer | null {
  if (texts.length > 0 || isBlurred || sight.page.frame === "template") return null;
  if (sight.problems.some(({ code }) => code === NO_INK)) return "blank";
  // A page is looked at again only if a gate was seen.
  const isCircuit = sight.marks.gates.length > 0 || reading.outputs.length > 0 || reading.looks.length > 1;
  return isCircuit ? null : "no-circuit";
}
