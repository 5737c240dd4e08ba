import { chosenReading } from "../verdict/chosen-reading.ts";
import { circuitName } from "../verdict/circuit-name.ts";
import { likelyReadings } from "../verdict/likely-readings.ts";
import { type PageReading, readGatesOf } from "./page-reading.ts";

/**
 * A page as a person says that it is to be read: by the circuit with this name, of those that it may show. Null if none
 * of them has it.
 *
 * @example
 * readAs(reading, "no circuit's name"); // null
 */
export function readAs(reading: PageReading, name: string): PageReading | null {
  const chosen = likelyReadings(reading.looks).find(({ netlist }) => circuitName(netlist) === name);
  if (chosen === undefined) return null;
  return { ...reading, ...chosenReading(chosen.netlist), gates: readGatesOf(chosen.netlist) };
}
