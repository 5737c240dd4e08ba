import { givenName, plainName } from "../boolean/given-names.ts";
import type { Terminal } from "../netlist/netlist.ts";
import { isAlike } from "./meant-names.ts";

/** Costs are negative logarithms of probabilities. */
const COSTS = {
  /** The name is read but for characters that look alike. */
  alike: 1,
  /** Only the beginning of the name is read, or more than the name. */
  partly: 3,
  /** Nothing that is read looks like the name. */
  unlike: 7,
} as const;

/** An assignment that is less likely than the likeliest by this is not plausible: 20 to 1. */
const PLAUSIBLE = 3;

/**
 * What it costs that each of a page's inputs is each of the variables, by its name and by what else is written next to its
 * terminals may say: 0 for the same name. If the item does not name its inputs, only a letter may be another letter: names
 * of more characters are the student's own.
 */
export function costsByLooks(
  inputs: readonly string[],
  variables: readonly string[],
  { terminals, isNamed }: { readonly terminals: readonly Terminal[]; readonly isNamed: boolean },
): number[][] {
  const known = inputs.map((name) => givenName(name, variables));
  return inputs.map((name, index) => {
    const own = isNamed || name.length === 1 ? terminals.filter((terminal) => terminal.name === name) : [];
    const isKnown = known[index] !== null && known.indexOf(known[index]!) === index;
    const isMadeUp = own.some(({ unnamed }) => unnamed);
    return variables.map((variable) => {
      if (isKnown && variable === known[index]) return 0;
      const byName = known[index] !== null || isMadeUp || !isNamed ? COSTS.unlike : costByName(name, variable);
      // Only the same name costs nothing.
      return Math.max(Number.EPSILON, Math.min(byName, costBySight(own, { name, variable }), COSTS.unlike));
    });
  });
}

/** Every terminal of an input has to be the variable. */
function costBySight(
  terminals: readonly Terminal[],
  { name, variable }: { readonly name: string; readonly variable: string },
): number {
  if (terminals.length === 0) return COSTS.unlike;
  return terminals.reduce((sum, { readings = [] }) => {
    const scoreOf = (text: string) => readings.find((each) => givenName(each.text, [text]) !== null)?.score;
    return sum + Math.max(0, Math.log((scoreOf(name) ?? 1) / (scoreOf(variable) ?? 0)));
  }, 0);
}

function costByName(name: string, variable: string): number {
  if (isAlike(name, variable)) return COSTS.alike;
  const [own, other] = [name, variable].map(plainName) as [string, string];
  return own.startsWith(other) || other.startsWith(own) ? COSTS.partly : COSTS.unlike;
}

/** Which variable each input is, by their indices. */
export interface AssignedNames {
  readonly assigned: readonly number[];
  /** The inputs that do not look like the variable that they were taken for. */
  readonly unlike: readonly number[];
  /** The others that are another variable in an assignment that is nearly as likely. */
  readonly doubtful: readonly number[];
}

/**
 * The cheapest assignment of inputs to as many variables, the first in order of equally cheap ones.
 *
 * @example
 * assignNames([[7, 0.7], [0, 7]]); // { assigned: [1, 0], unlike: [], doubtful: [] }
 */
export function assignNames(costs: readonly (readonly number[])[]): AssignedNames {
  const { assigned, cost } = cheapest(costs, { below: Number.POSITIVE_INFINITY })!;
  const inputs = [...assigned.keys()];
  const unlike = inputs.filter((input) => costs[input]![assigned[input]!]! >= COSTS.unlike);
  const isOther = (input: number) => {
    const others = costs.map((own, k) => (k === input ? own.with(assigned[k]!, Number.POSITIVE_INFINITY) : own));
    return cheapest(others, { below: cost + PLAUSIBLE }) !== null;
  };
  return { assigned, unlike, doubtful: inputs.filter((input) => !unlike.includes(input) && isOther(input)) };
}

/** By depth-first search: there are at most seven. Null if none costs less than `below`. */
function cheapest(
  costs: readonly (readonly number[])[],
  { below }: { readonly below: number },
): { readonly assigned: readonly number[]; readonly cost: number } | null {
  const least = costs.map((own) => Math.min(...own));
  const rest = least.map((_, k) => least.slice(k).reduce((sum, each) => sum + each, 0));
  let best: { assigned: number[]; cost: number } | null = null;
  let bound = below;
  const assigned: number[] = [];
  const search = (cost: number) => {
    if (cost + (rest[assigned.length] ?? 0) >= bound) return;
    if (assigned.length === costs.length) {
      bound = cost;
      best = { assigned: [...assigned], cost };
      return;
    }
    for (const [variable, own] of costs[assigned.length]!.entries()) {
      if (assigned.includes(variable)) continue;
      assigned.push(variable);
      search(cost + own);
      assigned.pop();
    }
  };
  search(0);
  return best;
}
