import type { Problem } from "../rules/problem.ts";
import { circuitProblem } from "./circuit-problems.ts";

/** So few problems are always listed. */
const FEWEST = 3;
/** More than so many, or more than there are gates, mean that the drawing was not read as a circuit. */
const MOST_LISTED = 6;

/**
 * The problems of a page with `gates` gates that a person sees: all of them, unless one sentence says more. A shape
 * that is no gate makes the wires and names around it wrong; a page that was not read as a circuit has problems everywhere.
 *
 * @example
 * const other = { code: "other-symbol", message: "Not the shape of a gate." };
 * const open = { code: "open-input", message: "An input is open." };
 * mainReason([open, other], 3).map(({ code }) => code); // ["other-symbol"]
 */
export function mainReason(problems: readonly Problem[], gates: number): readonly Problem[] {
  const other = problems.find(({ code }) => code === "other-symbol");
  if (other !== undefined) return [other];
  if (problems.length <= FEWEST || problems.length <= Math.min(MOST_LISTED, gates)) return problems;
  const shapes = problems.filter(({ code }) => code === "unread-gate" || code === "closed-loop");
  if (shapes.length >= gates) return [circuitProblem("other-symbol", {}, shapes[0])];
  return [circuitProblem("unclear-drawing", { count: problems.length })];
}
