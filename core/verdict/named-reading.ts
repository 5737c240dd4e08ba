import type { Netlist } from "../netlist/netlist.ts";
import { AS_READ, choiceText, differencesOf } from "./choice-text.ts";
import { circuitName } from "./circuit-name.ts";
import type { PageLook } from "./evidence.ts";
import { likelyReadings } from "./likely-readings.ts";
import { drawingChoices } from "./which-drawing.ts";

/** One of the readings that a page may show, or of its drawings, as a person chooses it. */
export interface NamedReading {
  /** What is different from the page's own reading, as a question about the page says it. */
  readonly text: string;
  readonly netlist: Netlist;
}

/**
 * The reading of a page, or one of its drawings, by the name of its circuit. Null if the page may not show such a circuit.
 *
 * @example
 * namedReading(reading.looks, "no circuit's name"); // null
 */
export function namedReading(looks: readonly PageLook[], name: string): NamedReading | null {
  const own = looks[0]?.circuits[0]?.netlist;
  const drawing = own && drawingChoices(own).find(({ netlist }) => circuitName(netlist) === name);
  if (drawing) return { text: drawing.text, netlist: drawing.netlist };
  const reading = likelyReadings(looks).find(({ netlist }) => circuitName(netlist) === name);
  if (reading === undefined) return null;
  const isOwn = own !== undefined && circuitName(own) === name;
  return { text: isOwn ? AS_READ : choiceText(differencesOf(reading, looks)), netlist: reading.netlist };
}
