import { z } from "zod";
import type { Frozen } from "../basics/frozen.ts";
import {
  boxSchema,
  MOST_CORRECTIONS,
  pagePlaceSchema,
  thresholdSchema,
  wireCorrectionSchema,
} from "../corrections/correction-schemas.ts";
import { netlistRecord, netlistSchema } from "../netlist/formats/json.ts";
import { atMost } from "../rules/at-most.ts";
import { freeText } from "../rules/free-text.ts";
import { TEXT_LENGTHS } from "../rules/limits.ts";
import { PREDICTION_CLASSES } from "../rules/prediction-class.ts";
import type { WireCorrection } from "../wires/correct/wire-correction.ts";
import { correct, correctWires, foldWords } from "./fold.ts";
import { inOrder } from "./merge.ts";
import type { NamedObject, Said, Statement } from "./statement.ts";

/** More than any page has: an attacker must not fill the disk. */
const MOST = {
  // All objects removed, as many placed, the wires and a choice.
  statements: 2 * MOST_CORRECTIONS.predictions + 2,
  // Those that count on from it must be exact numbers, too; they are written as this one: objects are also known by place.
  object: 1_000_000_000,
  nets: 5000,
  // The end of the year 9999: later ones have another form as text.
  time: 253_402_300_799_999,
  name: 50,
} as const;

const label = z.string().check(atMost(TEXT_LENGTHS.label));
const objectSchema = z.object({ className: z.enum(PREDICTION_CLASSES), label, box: boxSchema }).nullable();
const wiresSchema = z.array(wireCorrectionSchema).max(MOST_CORRECTIONS.wires).readonly();

/** When it was said; earlier versions did not send it. */
const at = z.number().int().min(0).max(MOST.time).optional();

const statementSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("object"),
    at,
    object: z.number().int().min(0).max(MOST.object),
    called: z.string().check(atMost(100)),
    was: objectSchema,
    is: objectSchema,
  }),
  z.object({ kind: z.literal("wires"), at, add: wiresSchema, drop: wiresSchema }),
  z.object({ kind: z.literal("discard"), at }),
  /** `number`: the place in the list, from 1, of what does not hold. */
  z.object({ kind: z.literal("take-back"), at, number: z.number().int().min(1).max(MOST.statements) }),
  z.object({
    kind: z.literal("choice"),
    at,
    /** What is different from what the machine had read. */
    text: freeText(500),
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
  const said = all.flatMap((statement, index) => {
    return statement.kind === "choice" ? [] : [{ number: index + 1, statement }];
  });
  let wires: readonly WireCorrection[] = [];
  return foldWords(said).corrections.every(({ statement }) => {
    if (statement.kind === "wires") wires = correctWires(wires, statement);
    return wires.length <= MOST_CORRECTIONS.wires;
  });
}

/** What people said of a page's reading, as JSON: the same in files of the command and in the server's API. */
export const saidSchema = z.object({
  /** What the page was read with when it was corrected. */
  threshold: thresholdSchema,
  /** In their order, with what was taken back. See `Statement`. */
  statements: z
    .array(statementSchema)
    .max(MOST.statements)
    .refine(haveFewWires, { message: "The page has more corrections of wires than any page." }),
});
export type SaidRecord = Frozen<z.infer<typeof saidSchema>>;

/** The same, of a page of a file. */
export const saidPageSchema = pagePlaceSchema.extend(saidSchema.shape);
export type SaidPageRecord = Frozen<z.infer<typeof saidPageSchema>>;

/** The content of a `corrections.json`. Version 2 had only what holds. */
export const saidFileSchema = z.object({ schema_version: z.literal([2, 3]), pages: z.array(saidPageSchema) });

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
function inBrief(said: readonly Said[]): Said[] {
  const { corrections: held, choice } = foldWords(said);
  const { predictions, removed, wires = [] } = correct([], held).corrections;
  const placed = predictions.map(({ className, label = "", box }) => ({ className, label, box }));
  const different = new Map(removed.map((each) => [JSON.stringify(each), each]));
  const brief = briefStatements({ removed: [...different.values()], placed, wires });
  return inOrder([...brief, ...(choice ? [choice.statement] : [])]);
}

/** These statements as JSON; null if none is about the page's reading. */
export function saidRecord(said: readonly Said[], threshold: SaidRecord["threshold"]): SaidRecord | null {
  const places = new Map<number, number>();
  const statements = (said.length > LONG ? inBrief(said) : said).flatMap(({ number, at, statement }) => {
    const record = recordOf(statement, places);
    if (record) places.set(number, places.size + 1);
    return record ? [{ ...record, ...(at !== undefined && { at }) }] : [];
  });
  return statements.length > 0 ? { threshold, statements } : null;
}

function recordOf(statement: Statement, places: ReadonlyMap<number, number>): SaidRecord["statements"][number] | null {
  if (statement.kind === "choice") {
    const { kind, text, netlist } = statement;
    return { kind, text, netlist: netlistRecord(netlist) };
  }
  if (statement.kind === "take-back") {
    const number = places.get(statement.number);
    return number === undefined ? null : { kind: statement.kind, number };
  }
  if (statement.kind === "object") return { ...statement, object: Math.min(statement.object, MOST.object) };
  return statement.kind === "wires" || statement.kind === "discard" ? statement : null;
}
