import type { Netlist, Terminal } from "../netlist/netlist.ts";
import { type AssignedNames, assignNames, costsByLooks } from "./assign-names.ts";
import { meantNames } from "./meant-names.ts";

/** How a page's inputs represent the variables of the answer keys. */
export interface InputMatch {
  /** The variable that each of the page's inputs represents, in the page's order; null for one without effect. */
  readonly names: readonly (string | null)[];
  /**
   * Inputs that may be another variable than the one that they were taken for, if it matters which is which: ones whose
   * letters no key has although other inputs' letters are keys' (a letter may have been misread, or the student may use
   * different names), and ones whose names nearly as likely mean another variable. If the item names its inputs, all
   * inputs whose names do not look like its.
   */
  readonly strangers: readonly string[];
}

/**
 * Whether none of a page's inputs has a letter; unknown without its netlist. If the item names its inputs, something
 * written that was not read counts as a letter.
 */
export function isUnlettered(
  { inputs, netlist }: { inputs: readonly string[]; netlist?: Netlist | null | undefined },
  { isNamed = false }: Pick<InputOptions, "isNamed"> = {},
): boolean {
  const isBare = ({ unnamed, unread }: Terminal) => unnamed === true && !(isNamed && unread === true);
  const unnamed = new Set(netlist?.inputs.filter(isBare).map(({ name }) => name));
  return inputs.length > 0 && inputs.every((name) => unnamed.has(name));
}

export interface InputOptions {
  readonly unlettered?: boolean;
  /** Whether the item names its inputs, so that no other name is right. */
  readonly isNamed?: boolean;
  /** The page's terminals, with what is written next to them; without them only the inputs' names count. */
  readonly terminals?: readonly Terminal[] | undefined;
  /** Whether the page's input at an index has no effect on any output. */
  readonly isIdleInput?: (index: number) => boolean;
  /** Whether the variable at an index has no effect on what the keys ask for. */
  readonly isIdleVariable?: (index: number) => boolean;
}

/**
 * Matches a page's inputs with the keys' variables by how their names look: the likeliest assignment, and of equally
 * likely ones the one in order. What the page and the keys compute plays no part in it. On a page without letters only
 * the order counts, also where no letter of the page is a key's, unless the item names its inputs. If their numbers
 * differ, inputs or variables without effect are left out, those first whose names the other side does not have; null if
 * there are too few of them.
 *
 * @example
 * matchInputs(["B", "A"], ["A", "B"]); // { names: ["B", "A"], strangers: [] }
 * matchInputs(["x", "y"], ["A", "B"]); // { names: ["A", "B"], strangers: [] }
 * matchInputs(["D", "A"], ["A", "B"]); // { names: ["B", "A"], strangers: ["D"] }
 * matchInputs(["S0", "X"], ["x", "s0"], { isNamed: true }); // { names: ["s0", "x"], strangers: [] }
 * matchInputs(["A", "B"], ["B", "C"], { unlettered: true }); // { names: ["B", "C"], strangers: [] }
 * matchInputs(["A", "B", "C"], ["A", "C"], { isIdleInput: (index) => index === 1 }); // { names: ["A", null, "C"], … }
 */
export function matchInputs(
  drawn: readonly string[],
  variables: readonly string[],
  { unlettered = false, isNamed = false, terminals = [], isIdleInput, isIdleVariable }: InputOptions = {},
): InputMatch | null {
  const meant = meantNames(drawn, variables);
  const inputs = drawn.map((name, index) => meant[index] ?? name);
  const kept = keptPlaces(inputs, { count: variables.length, isIdle: isIdleInput, others: variables });
  const asked = keptPlaces(variables, { count: inputs.length, isIdle: isIdleVariable, others: inputs });
  if (kept.length !== asked.length) return null;
  const match = matchEqual(
    kept.map((index) => drawn[index]!),
    asked.map((index) => variables[index]!),
    { unlettered, isNamed, terminals },
  );
  return { ...match, names: inputs.map((_, index) => match.names[kept.indexOf(index)] ?? null) };
}

interface Side {
  /** How many there are on the other side. */
  readonly count: number;
  readonly isIdle: InputOptions["isIdleInput"];
  /** The names on the other side. */
  readonly others: readonly string[];
}

/** The indices of `names` that stay, in order: `count` of them if enough have no effect. */
function keptPlaces(names: readonly string[], { count, isIdle, others }: Side): number[] {
  const all = [...names.keys()];
  if (names.length <= count || isIdle === undefined) return all;
  const idle = all.filter((index) => isIdle(index)).reverse();
  const isNamed = (index: number) => others.includes(names[index]!);
  const inTurn = [...idle.filter((index) => !isNamed(index)), ...idle.filter(isNamed)];
  const out = new Set(inTurn.slice(0, names.length - count));
  return all.filter((index) => !out.has(index));
}

function matchEqual(
  inputs: readonly string[],
  variables: readonly string[],
  {
    unlettered,
    isNamed,
    terminals,
  }: Required<Pick<InputOptions, "unlettered" | "isNamed">> & {
    readonly terminals: readonly Terminal[];
  },
): { readonly names: readonly string[]; readonly strangers: readonly string[] } {
  const inOrder = { names: variables, strangers: [] };
  if (unlettered) return inOrder;
  const costs = costsByLooks(inputs, variables, { terminals, isNamed });
  const isKnown = costs.some((own) => own.includes(0));
  if (!isKnown && !isNamed) return inOrder;
  const { assigned, unlike, doubtful }: AssignedNames = assignNames(costs);
  const isInOrder = assigned.every((variable, index) => variable === index);
  const strangers = isNamed || !isInOrder ? [...unlike, ...doubtful] : doubtful;
  return {
    names: assigned.map((index) => variables[index]!),
    strangers: inputs.filter((_, index) => strangers.includes(index)),
  };
}
