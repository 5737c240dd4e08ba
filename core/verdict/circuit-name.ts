import { createHash } from "node:crypto";
import type { Netlist } from "../netlist/netlist.ts";

/** A netlist as a text: the same for netlists that differ only in their places. */
export function circuitText({ gates, inputs, outputs }: Netlist): string {
  const pins = gates.map(({ gateClass, inputs: own, output }) => {
    return `${gateClass} ${own.map(({ net, inverted }) => `${inverted ? "~" : ""}${net}`).join()} ${output}`;
  });
  const terminals = [inputs, outputs].map((all) =>
    all.map(({ name, net, inverted }) => `${inverted ? "~" : ""}${name}=${net}`).join(),
  );
  return [pins.join(";"), ...terminals].join("|");
}

/** A short name for a circuit, the same on every machine: 48 bits. */
export function circuitName(netlist: Netlist): string {
  return createHash("sha256").update(circuitText(netlist)).digest("hex").slice(0, 12);
}
