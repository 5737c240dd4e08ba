import { applyChange, type Change } from "../../core/answers/change.ts";
import { type Explanation, explainAnswer } from "../../core/answers/explain-answer.ts";
import { withInputs } from "../../core/answers/wanted.ts";
import { tableRows } from "../../core/boolean/truth-table.ts";
import { deriveExpressions } from "../../core/expressions/derive-expressions.ts";
import { gradeItem, type ItemGrade } from "../../core/grade/grade-item.ts";
import type { AnswerKey } from "../../core/grade/item-function.ts";
import type { Netlist } from "../../core/netlist/netlist.ts";
import { FAULTS, type FaultyCircuit, type PlantedFault, randomCircuit, withFault } from "./faulty-circuits.ts";

/** The result of the search on one faulty circuit. */
export interface ExplanationOutcome {
  readonly fault: PlantedFault;
  readonly outcome: Explanation["outcome"];
  /** The first change was made, and grading found every output to match its key. */
  readonly repaired: boolean;
  /** A change is at exactly the gate or wire with the fault. */
  readonly atFault: boolean;
  /** Number of changes that are named. */
  readonly named: number;
  readonly gates: number;
  readonly milliseconds: number;
}

/** Explains `count` circuits that do not compute the intended functions, with one fault each, of all kinds in turn. */
export function explainFaults({ count, seed }: { count: number; seed: string }): ExplanationOutcome[] {
  const outcomes: ExplanationOutcome[] = [];
  for (let attempt = 0; outcomes.length < count; attempt++) {
    const own = `${seed}/${attempt}`;
    const fault = FAULTS[outcomes.length % FAULTS.length]!;
    const meant = randomCircuit(own);
    const keys = keysOf(meant);
    const faulty = keys && withFault(meant, { fault, seed: own });
    if (!faulty || isRight(faulty.drawn, keys)) continue;
    outcomes.push(explain(faulty, keys));
  }
  return outcomes;
}

function explain({ drawn, fault, gates }: FaultyCircuit, keys: readonly AnswerKey[]): ExplanationOutcome {
  const begin = performance.now();
  const explanation = explainAnswer(drawn, keys);
  const milliseconds = performance.now() - begin;
  const { outcome, changes, alternatives } = explanation;
  const whole = withInputs(drawn, keyLetters(keys));
  const repaired = outcome === "one" && isRight(applyChange(whole, changes[0]!), keys);
  const named = outcome === "one" ? [...changes, ...alternatives] : [];
  const atFault = named.some((change) => touches(change, { drawn, fault, gates }));
  return { fault, outcome, repaired, atFault, named: named.length, gates: drawn.gates.length, milliseconds };
}

function touches(change: Change, { drawn, fault, gates }: Pick<FaultyCircuit, "drawn" | "fault" | "gates">): boolean {
  if (change.kind.startsWith("output")) return fault === "output from elsewhere" || fault === "gate missing";
  if (fault === "another letter" && change.kind.startsWith("input")) return true;
  const place = "at" in change ? change.at : change;
  if ("output" in place) return fault === "gate missing" && drawn.outputs.length > 0;
  return "gate" in place && gates.includes(place.gate);
}

/** The outputs of a circuit as answer keys; null if one is constant or independent of something that leads to it. */
function keysOf(meant: Netlist): AnswerKey[] | null {
  const { outputs } = deriveExpressions(meant);
  const keys = outputs.flatMap(({ expression, truthTable }) => {
    const bits = truthTable ? tableRows(truthTable).map((row) => row.at(-1)) : [];
    return expression === null || new Set(bits).size < 2 ? [] : [{ expression, grade: 1 }];
  });
  return keys.length === outputs.length ? keys : null;
}

function keyLetters(keys: readonly AnswerKey[]): string[] {
  return [...gradeItem(keys, { inputs: [], outputs: [], problems: [] }).variables];
}

/** Whether grading, which is independent of the search, finds every key matched. */
function isRight(netlist: Netlist, keys: readonly AnswerKey[]): boolean {
  return gradeCircuit(netlist, keys).rows.filter(({ result }) => result === "Match").length === keys.length;
}

function gradeCircuit(netlist: Netlist, keys: readonly AnswerKey[]): ItemGrade {
  const { inputs, outputs } = deriveExpressions(netlist);
  const tables = outputs.map(({ name, expression, truthTable }) => {
    return { name, expression: expression ?? "", truth_table: truthTable ? tableRows(truthTable) : [] };
  });
  return gradeItem(keys, { inputs, outputs: tables, problems: [] });
}
