import type { Netlist } from "../netlist/netlist.ts";
import { chosenReading } from "../verdict/chosen-reading.ts";
import { type PageReading, readGatesOf } from "./page-reading.ts";

/**
 * A page as a person says that it is to be read: as this circuit.
 *
 * @example
 * readAs(reading, nandOfAAndB).inputs; // ["A", "B"]
 */
export function readAs(reading: PageReading, netlist: Netlist): PageReading {
  return { ...reading, ...chosenReading(netlist), gates: readGatesOf(netlist) };
}
