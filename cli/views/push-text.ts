import { count } from "../../core/basics/texts.ts";
import type { GradesPushed, PushOutcome } from "../../server/contract/tasks/exchange.ts";
import type { LeftOut } from "../exchange/pushed-pages.ts";
import { pageName } from "../pages/page-name.ts";

/** The name of each kind of change, in the order of the report. */
const CHANGES: readonly (readonly [PushOutcome["change"], string])[] = [
  ["give", "with a new grade"],
  ["replace", "with a different grade"],
  ["same", "already with this grade"],
  ["none", "left for a person in the web"],
  ["conflict", "kept as in the web"],
  ["refused", "not taken"],
];

/**
 * The result of a push, or of its preview: how many pages get what, then each one that the web keeps or refuses, and
 * why.
 */
export function pushLines({ pages }: Pick<GradesPushed, "pages">, leftOut: readonly LeftOut[]): string[] {
  const counts = CHANGES.flatMap(([change, words]) => {
    const number = pages.filter((page) => page.change === change).length;
    return number === 0 ? [] : [`  ${number} ${words}`];
  });
  const corrected = pages.filter((page) => page.corrected).length;
  const chosen = pages.filter((page) => page.chosen).length;
  const told = pages.filter(({ reason }) => reason !== null);
  return [
    `${count(pages.length, "page")}:`,
    ...counts,
    ...(corrected === 0 ? [] : [`  ${corrected} with corrections`]),
    ...(chosen === 0 ? [] : [`  ${chosen} with a chosen reading`]),
    ...told.map(({ student_id, item, grade, reason }) => {
      const here = grade === null ? "" : ` Here: ${grade} points.`;
      return `! ${student_id}, item ${item}: ${reason!.message}${here}`;
    }),
    ...leftOut.map(({ file, page, reason }) => `! ${pageName(file, page)} stays here: ${reason}`),
  ];
}
