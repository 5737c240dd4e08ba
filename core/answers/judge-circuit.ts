import { bitCount, onesOf, variableColumn } from "../boolean/column.ts";
import { assignOutputs } from "../grade/assign-outputs.ts";
import type { WantedColumn } from "../grade/item-function.ts";
import type { Gate, NetId, Netlist } from "../netlist/netlist.ts";
import { GATES, takesInputs } from "../rules/gates.ts";
import type { Wanted } from "./wanted.ts";

/** How far a circuit is from what is required. */
export interface Judgement {
  /** Every key has its own output that computes it, and no variable is read that no key has. */
  readonly right: boolean;
  /** Wrong rows of the keys' tables that count; all of a key's if no output is left for it. */
  readonly differing: number;
}

type Words = Uint32Array;

/** Judges one circuit after another by the same keys. */
export interface Judge {
  readonly judge: (netlist: Netlist) => Judgement;
  /** As `judge` says it. */
  readonly isRight: (netlist: Netlist) => boolean;
  /**
   * Whether a circuit may become right if the gate at an index computes something else. If not, no change of its class or
   * its pins makes it right.
   */
  readonly mayMend: (netlist: Netlist, gate: number) => boolean;
}

/** The columns of the inputs are computed once. */
export function openJudge(wanted: Wanted): Judge {
  const count = wanted.inputs.length;
  const variables = new Map(wanted.inputs.map((name, index) => [name, variableColumn(index, count).words]));
  const { rows } = wanted.columns[0]!.column;
  const last = rows < 32 ? 2 ** rows - 1 : 0xffffffff;
  const never = new Uint32Array(Math.ceil(rows / 32));
  const always = never.slice().fill(last);
  const computes = (netlist: Netlist, outputs: readonly (Words | null)[]): boolean =>
    matchesAll(wanted.columns, outputs) && !readsExtra(netlist, wanted.extras);
  return {
    judge: (netlist) => {
      const outputs = outputWords(netlist, { variables, last });
      const right = computes(netlist, outputs);
      return { right, differing: right ? 0 : countDiffering(wanted.columns, outputs) };
    },
    isRight: (netlist) => computes(netlist, outputWords(netlist, { variables, last })),
    mayMend: (netlist, gate) => {
      const net = netlist.gates[gate]!.output;
      if (net === null) return true;
      const wordsWith = (value: Words) => outputWords(netlist, { variables, last, given: { net, value } });
      return matchesAll(wanted.columns, wordsWith(never), wordsWith(always));
    },
  };
}

interface Values {
  readonly variables: ReadonlyMap<string, Words>;
  /** Bits of a word that are rows. */
  readonly last: number;
  /** What a net has, whatever drives it. */
  readonly given?: { readonly net: NetId; readonly value: Words };
}

/** The columns of all outputs; null if an open pin, a short or a loop leads to one. */
function outputWords(netlist: Netlist, { variables, last, given }: Values): (Words | null)[] {
  const values = new Array<Words | null | undefined>(netlist.nets).fill(undefined);
  const drivers = new Int32Array(netlist.nets).fill(-1);
  for (const { name, net, inverted } of netlist.inputs) {
    const words = variables.get(name);
    // The same letter at two ends of one net is one driver.
    const value = words === undefined ? null : inverted ? complement(words.slice(), last) : words;
    values[net] = values[net] === undefined || same(values[net], value) ? value : null;
  }
  netlist.gates.forEach(({ output }, gate) => {
    if (output === null) return;
    if (drivers[output] !== -1 || values[output] !== undefined) values[output] = null;
    drivers[output] = gate;
  });
  if (given !== undefined) values[given.net] = given.value;

  function wordsOn(net: NetId): Words | null {
    const known = values[net];
    if (known !== undefined) return known;
    const driver = drivers[net]!;
    // A loop leads back to a net that is being computed.
    values[net] = null;
    const value = driver === -1 ? null : gateWords(netlist.gates[driver]!);
    values[net] = value;
    return value;
  }

  function gateWords({ gateClass, inputs }: Gate): Words | null {
    if (!takesInputs(gateClass, inputs.length)) return null;
    const { operator, inverted } = GATES[gateClass];
    let result: Words | null = null;
    for (const pin of inputs) {
      const source = pin.net === null ? null : wordsOn(pin.net);
      if (source === null) return null;
      const flip = pin.inverted ? last : 0;
      if (result === null) {
        result = source.slice();
        if (flip !== 0) complement(result, last);
        continue;
      }
      for (let word = 0; word < result.length; word++) {
        const [a, b] = [result[word]!, source[word]! ^ flip];
        result[word] = operator === "and" ? a & b : operator === "or" ? a | b : a ^ b;
      }
    }
    return inverted && result ? complement(result, last) : result;
  }

  return netlist.outputs.map(({ net }) => wordsOn(net));
}

function complement(words: Words, last: number): Words {
  for (let word = 0; word < words.length; word++) words[word] = ~words[word]! & last;
  return words;
}

function same(a: Words | null, b: Words | null): boolean {
  return a !== null && b !== null && a.every((word, index) => word === b[index]);
}

/** Whether each key can have its own output with its column, if in each row one of two values may be chosen. */
function matchesAll(
  columns: readonly WantedColumn[],
  outputs: readonly (Words | null)[],
  others: readonly (Words | null)[] = outputs,
): boolean {
  const fits = (key: number, output: number) => {
    const [value, other] = [outputs[output]!, others[output]!];
    return value !== null && other !== null && differingRows(columns[key]!, value, other) === 0;
  };
  // Of most circuits a key has no output at all.
  if (columns.some((_, key) => !outputs.some((_, output) => fits(key, output)))) return false;
  return !assignOutputs({ keys: columns.length, outputs: outputs.length, fits }).includes(null);
}

/** In how many rows neither of two values is the wanted one. */
function differingRows({ column, matters }: WantedColumn, value: Words, other = value): number {
  let rows = 0;
  for (let word = 0; word < value.length; word++) {
    const wanted = column.words[word]!;
    const difference = (wanted ^ value[word]!) & (wanted ^ other[word]!) & (matters ? matters.words[word]! : -1);
    if (difference !== 0) rows += bitCount(difference);
  }
  return rows;
}

/** The rows that differ where each key is compared with the nearest output that no earlier key has claimed. */
function countDiffering(columns: readonly WantedColumn[], outputs: readonly (Words | null)[]): number {
  const claimed = new Set<number>();
  let total = 0;
  for (const wanted of columns) {
    let [least, nearest] = [wanted.matters ? onesOf(wanted.matters) : wanted.column.rows, -1];
    for (const [index, value] of outputs.entries()) {
      if (value === null || claimed.has(index)) continue;
      const differing = differingRows(wanted, value);
      if (differing < least) [least, nearest] = [differing, index];
    }
    claimed.add(nearest);
    total += least;
  }
  return total;
}

/** Whether an output depends on an input that no key uses. */
function readsExtra({ gates, inputs, outputs }: Netlist, extras: readonly string[]): boolean {
  if (extras.length === 0) return false;
  const read = new Set(outputs.map(({ net }) => net));
  for (const net of read) {
    for (const gate of gates) {
      if (gate.output !== net) continue;
      for (const pin of gate.inputs) if (pin.net !== null) read.add(pin.net);
    }
  }
  return inputs.some(({ name, net }) => extras.includes(name) && read.has(net));
}
