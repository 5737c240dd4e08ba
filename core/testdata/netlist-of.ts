import type { GateInput, Netlist } from "../netlist/netlist.ts";
import { isGateClass } from "../rules/gates.ts";

/**
 * A netlist from lines as a person writes them: `Y = NAND(A, ~n1)`. A name that no line defines is an input, `open` is a
 * pin that nothing reaches, `~` a bubble at a pin. The outputs are the names in `outputs`, else the last line's.
 */
export function netlistOf(lines: readonly string[], outputs?: readonly string[]): Netlist {
  const rows = lines.map((line) => {
    const [, name, gateClass = "", read] = /^(\S+) = (\w+)\((.*)\)$/.exec(line) ?? [];
    if (!name || !isGateClass(gateClass) || !read) throw new Error(`"${line}" is not a gate`);
    return { name, gateClass, read: read.split(",").map((each) => each.trim()) };
  });
  const defined = rows.map(({ name }) => name);
  const plain = rows.flatMap(({ read }) => read.map((each) => each.replace("~", ""))).filter((name) => name !== "open");
  const inputs = [...new Set([...plain, ...(outputs ?? [])])].filter((name) => !defined.includes(name)).sort();
  const nets = new Map([...inputs, ...defined].map((name, net) => [name, net]));
  const pin = (text: string): GateInput => ({
    net: nets.get(text.replace("~", "")) ?? null,
    inverted: text.startsWith("~"),
  });
  return {
    nets: nets.size,
    gates: rows.map(({ name, gateClass, read }) => ({
      gateClass,
      inputs: read.map(pin),
      output: nets.get(name)!,
    })),
    inputs: inputs.map((name) => ({ name, net: nets.get(name)! })),
    outputs: (outputs ?? defined.slice(-1)).map((name) => ({ name, net: nets.get(name)! })),
  };
}
