import { z } from "zod";
import type { Frozen } from "../../basics/frozen.ts";
import { checkShape, parseJson } from "../../rules/files/parse-json.ts";
import { GATE_CLASSES } from "../../rules/gates.ts";
import type { RuleIssue } from "../../rules/rule-issue.ts";
import type { Gate, Netlist, Terminal } from "../netlist.ts";

const netSchema = z
  .number("A net must be a number")
  .int("A net must be a whole number")
  .nonnegative("Nets count from 0");

/** Pixels of the upright original picture. */
const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const gateSchema = z.object({
  class_name: z.enum(GATE_CLASSES, `class_name must be one of ${GATE_CLASSES.join(", ")}`),
  /** The pins in drawing order; a net of null is an open pin, `inverted` a bubble drawn at it. */
  inputs: z.array(z.object({ net: netSchema.nullable(), inverted: z.boolean() })),
  /** The net that the gate drives, or null. */
  output: netSchema.nullable(),
  /** 0 … 1 */
  confidence: z.number().min(0).max(1).optional(),
  box: boxSchema.optional(),
});

const terminalSchema = z.object({
  name: z.string("A terminal needs a name"),
  net: netSchema,
  box: boxSchema.optional(),
});

/** A netlist of schema version 1 as JSON. */
export const netlistSchema = z
  .object({
    schema_version: z.literal(1, "schema_version must be 1"),
    /** How many nets there are: pins and terminals name them 0 … `nets - 1`. */
    nets: netSchema,
    /** Several may carry one name; `inverted` where the wire carries the complement of the name. */
    inputs: z.array(terminalSchema.extend({ inverted: z.boolean() })),
    outputs: z.array(terminalSchema),
    gates: z.array(gateSchema),
  })
  .superRefine((file, context) => {
    const refuse = (net: number | null, path: PropertyKey[]) => {
      if (net === null || net < file.nets) return;
      context.addIssue({ code: "custom", path, message: `Net ${net} is not one of the ${file.nets} nets` });
    };
    for (const [index, { net }] of file.inputs.entries()) refuse(net, ["inputs", index, "net"]);
    for (const [index, { net }] of file.outputs.entries()) refuse(net, ["outputs", index, "net"]);
    for (const [index, { inputs, output }] of file.gates.entries()) {
      for (const [pin, { net }] of inputs.entries()) refuse(net, ["gates", index, "inputs", pin, "net"]);
      refuse(output, ["gates", index, "output"]);
    }
  });

export type NetlistRecord = Frozen<z.infer<typeof netlistSchema>>;

export type ParsedNetlist =
  | { readonly ok: true; readonly netlist: Netlist }
  | { readonly ok: false; readonly issues: readonly RuleIssue[] };

/**
 * A netlist as JSON text of schema version 1; fields are added to a version, never changed. Any netlist can be written,
 * also one with problems.
 *
 * @example
 * writeNetlistJson(nand);
 * // { "schema_version": 1, "nets": 3,
 * //   "inputs": [{ "name": "A", "net": 0, "inverted": false }, { "name": "B", "net": 1, "inverted": false }],
 * //   "outputs": [{ "name": "OUT 1", "net": 2 }],
 * //   "gates": [{ "class_name": "NAND", "inputs": [{ "net": 0, "inverted": false }, …], "output": 2 }] }
 */
export function writeNetlistJson(netlist: Netlist): string {
  return `${JSON.stringify(netlistRecord(netlist), null, 2)}\n`;
}

/** The same as a value. */
export function netlistRecord(netlist: Netlist): NetlistRecord {
  return {
    schema_version: 1,
    nets: netlist.nets,
    inputs: netlist.inputs.map(({ name, net, inverted, box }) => ({
      name,
      net,
      inverted: inverted ?? false,
      ...withBox(box),
    })),
    outputs: netlist.outputs.map(({ name, net, box }) => ({ name, net, ...withBox(box) })),
    gates: netlist.gates.map(({ gateClass, inputs, output, confidence, box }) => ({
      class_name: gateClass,
      inputs: inputs.map(({ net, inverted }) => ({ net, inverted })),
      output,
      ...(confidence !== undefined && { confidence }),
      ...withBox(box),
    })),
  };
}

/**
 * Reads what `writeNetlistJson` wrote and gathers everything that is wrong with it; an issue's `field` is the path inside
 * the file, `gates[0].inputs[1].net`, or empty for the file as a whole. Unknown fields are ignored.
 */
export function parseNetlistJson(text: string): ParsedNetlist {
  const json = parseJson(text);
  if (!json.ok) return json;
  const parsed = checkShape(json.value, netlistSchema, "netlist-invalid");
  return parsed.ok ? { ok: true, netlist: netlistOf(parsed.value) } : parsed;
}

/** What was written by `netlistRecord`. */
export function netlistOf(file: NetlistRecord): Netlist {
  return {
    nets: file.nets,
    gates: file.gates.map(({ class_name, inputs, output, confidence, box }): Gate => {
      return {
        gateClass: class_name,
        inputs,
        output,
        ...(confidence !== undefined && { confidence }),
        ...withBox(box),
      };
    }),
    inputs: file.inputs.map(({ name, net, inverted, box }): Terminal => {
      return { name, net, ...(inverted && { inverted }), ...withBox(box) };
    }),
    outputs: file.outputs.map(({ name, net, box }): Terminal => ({ name, net, ...withBox(box) })),
  };
}

/** A copy of the box and nothing else of it, for the field to be left out if there is none. */
function withBox(box: Terminal["box"] | undefined) {
  if (box === undefined) return {};
  const { x, y, width, height } = box;
  return { box: { x, y, width, height } };
}
