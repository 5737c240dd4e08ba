import { z } from "zod";
import { netlistOf, netlistRecord, netlistSchema } from "../netlist/formats/json.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { atMost } from "../rules/at-most.ts";
import { MOST_CORRECTIONS, pageCorrectionsSchema, pagePlaceSchema } from "./corrections-record.ts";

/** More than any page has: an attacker must not fill the disk. */
const MOST = { parts: MOST_CORRECTIONS.predictions, nets: 5000, name: 50 } as const;

/** A reading that a person chose, as JSON: the same in `corrections.json`, in `results.json` and in the server's API. */
export const chosenSchema = z.object({
  /** What is different from what the machine read. */
  text: z.string().check(atMost(500)),
  netlist: netlistSchema.refine(
    ({ nets, gates, inputs, outputs }) => {
      const terminals = [...inputs, ...outputs];
      const pins = gates.reduce((count, gate) => count + gate.inputs.length, 0);
      const hasLongName = terminals.some(({ name }) => name.length > MOST.name);
      return nets <= MOST.nets && gates.length + terminals.length <= MOST.parts && pins <= MOST.nets && !hasLongName;
    },
    { message: "The circuit is larger than any page's." },
  ),
});
export type ChosenRecord = z.infer<typeof chosenSchema>;

/** The reading that a person chose for a page of a file. */
export const pageChosenSchema = pagePlaceSchema.extend({ chosen: chosenSchema });
export type PageChosen = z.infer<typeof pageChosenSchema>;

/** The content of a `corrections.json`: what people have corrected of a task's pages, and the readings they chose. */
export const correctionsFileSchema = z.object({
  schema_version: z.literal(1, "schema_version must be 1"),
  pages: z.array(pageCorrectionsSchema),
  /** Older versions write none. */
  chosen: z.array(pageChosenSchema).default([]),
});
export type CorrectionsFile = z.infer<typeof correctionsFileSchema>;

/** A reading that a person chose as JSON. */
export function chosenRecord({ text, netlist }: { readonly text: string; readonly netlist: Netlist }): ChosenRecord {
  return { text, netlist: netlistRecord(netlist) };
}

/** The circuit of what was written by `chosenRecord`. */
export function chosenNetlist({ netlist }: ChosenRecord): Netlist {
  return netlistOf(netlist);
}
