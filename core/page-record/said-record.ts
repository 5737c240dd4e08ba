import { z } from "zod";
import {
  boxSchema,
  MOST_CORRECTIONS,
  pagePlaceSchema,
  thresholdSchema,
  wireCorrectionSchema,
} from "../corrections/correction-schemas.ts";
import { netlistRecord, netlistSchema } from "../netlist/formats/json.ts";
import { atMost } from "../rules/at-most.ts";
import { TEXT_LENGTHS } from "../rules/limits.ts";
import { PREDICTION_CLASSES } from "../rules/prediction-class.ts";
import type { WireCorrection } from "../wires/correct/wire-correction.ts";
import { correct, correctWires } from "./fold.ts";
import type { NamedObject, Statement } from "./statement.ts";

/** More than any page has: an attacker must not fill the disk. */
const MOST = {
  // All objects removed, as many placed, the wires and a choice.
  statements: 2 * MOST_CORRECTIONS.predictions + 2,
  // The next ones, which count on, must be exact numbers, too.
  object: 1_000_000_000,
  nets: 5000,
  name: 50,
} as const;

const label = z.string().check(atMost(TEXT_LENGTHS.label));
const objectSchema = z.object({ className: z.enum(PREDICTION_CLASSES), label, box: boxSchema }).nullable();
const wiresSchema = z.array(wireCorrectionSchema).max(MOST_CORRECTIONS.wires);

const statementSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("object"),
    object: z.number().int().min(0).max(MOST.object),
    called: z.string().check(atMost(100)),
    was: objectSchema,
    is: objectSchema,
  }),
  z.object({ kind: z.literal("wires"), add: wiresSchema, drop: wiresSchema }),
  z.object({
    kind: z.literal("choice"),
    /** What is different from what the machine had read. */
    text: z.string().check(atMost(500)),
    netlist: netlistSchema.refine(
      ({ nets, gates, inputs, outputs }) => {
        const terminals = [...inputs, ...outputs];
        const pins = gates.reduce((count, gate) => count + gate.inputs.length, 0);
        const hasLongName = terminals.some(({ name }) => name.length > MOST.name);
        const isLarge = nets > MOST.nets || pins > MOST.nets;
        return !isLarge && gates.length + terminals.length <= MOST_CORRECTIONS.predictions && !hasLongName;
      },
      { message: "The circuit is larger than any page's." },
    ),
  }),
]);

/** Whether no more corrections of wires apply at a time than a page may have. */
function haveFewWires(all: readonly z.infer<typeof statementSchema>[]): boolean {
  let wires: readonly WireCorrection[] = [];
  return all.every((each) => {
    if (each.kind === "wires") wires = correctWires(wires, each);
    return wires.length <= MOST_CORRECTIONS.wires;
  });
}

/** What holds of what people said of a page's reading, as JSON: the same in files of the command and in the server's API. */
export const saidSchema = z.object({
  /** What the page was read with when it was corrected. */
  threshold: thresholdSchema,
  /** In their order: the corrections, then the reading that was chosen. See `Statement`. */
  statements: z
    .array(statementSchema)
    .max(MOST.statements)
    .refine((all) => all.slice(0, -1).every(({ kind }) => kind !== "choice"), {
      message: "At most one reading is chosen, after the corrections.",
    })
    .refine(haveFewWires, { message: "The page has more corrections of wires than any page." }),
});
export type SaidRecord = z.infer<typeof saidSchema>;

/** The same, of a page of a file. */
export const saidPageSchema = pagePlaceSchema.extend(saidSchema.shape);
export type SaidPageRecord = z.infer<typeof saidPageSchema>;

/** The content of a `corrections.json`. */
export const saidFileSchema = z.object({ schema_version: z.literal(2), pages: z.array(saidPageSchema) });

/** With more statements than this a page is written as what they come to. */
const LONG = MOST_CORRECTIONS.predictions + MOST_CORRECTIONS.wires;

/** What corrections come to, as few statements. */
export function briefStatements({ removed, placed, wires }: CorrectedObjects): Statement[] {
  const changes = [...removed.map((was) => ({ was, is: null })), ...placed.map((is) => ({ was: null, is }))];
  return [
    ...changes.map((change, index) => ({ kind: "object" as const, object: index + 1, called: "", ...change })),
    ...(wires.length > 0 ? [{ kind: "wires" as const, add: wires, drop: [] }] : []),
  ];
}

interface CorrectedObjects {
  readonly removed: readonly NamedObject[];
  readonly placed: readonly NamedObject[];
  readonly wires: readonly WireCorrection[];
}

/** The same as few statements: an object that was moved and named a hundred times is placed once. */
function inBrief(said: readonly Statement[]): Statement[] {
  const { corrections } = correct(
    [],
    said.map((statement, number) => ({ number, statement })),
  );
  const { predictions, removed, wires = [] } = corrections;
  const placed = predictions.map(({ className, label = "", box }) => ({ className, label, box }));
  const different = new Map(removed.map((each) => [JSON.stringify(each), each]));
  const choices = said.filter(({ kind }) => kind === "choice");
  return [...briefStatements({ removed: [...different.values()], placed, wires }), ...choices];
}

/** These statements, which all hold, as JSON; null if none is about the page's reading. */
export function saidRecord(said: readonly Statement[], threshold: SaidRecord["threshold"]): SaidRecord | null {
  const statements = (said.length > LONG ? inBrief(said) : said).flatMap((each): SaidRecord["statements"] => {
    if (each.kind === "object") return [{ ...each }];
    if (each.kind === "wires") return [{ ...each, add: [...each.add], drop: [...each.drop] }];
    return each.kind === "choice" ? [{ kind: "choice", text: each.text, netlist: netlistRecord(each.netlist) }] : [];
  });
  return statements.length > 0 ? { threshold, statements } : null;
}
