import { and, eq, ne, sql } from "drizzle-orm";
import { type NumberedPrediction, numberPredictions } from "../../../core/page-record/fold.ts";
import { readingKey } from "../../../core/page-record/reading-key.ts";
import type { PageReading } from "../../../core/reading/page-reading.ts";
import { type Legibility, legibilityOf } from "../../../core/reading/unclear-places.ts";
import { PROGRAM_VERSION } from "../../../core/rules/program-version.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { analyses, readings } from "../../db/schema.ts";
import type { StoredReading } from "../../db/tables/pages.ts";
import type { Submission } from "../submissions/submissions.ts";
import { insertSaid, type KeptReading, lastNumber, type PageRecord, type SaidRow, shownBy } from "./page-record.ts";

/** A reading, ready to be stored. */
export interface NewReading extends KeptReading, Pick<PageReading, "looks"> {
  readonly reading: ReadByMachine;
  /** Only of what the machine reads by itself: students must not see more than it says. */
  readonly legibility: Legibility | null;
  readonly model: string;
  /** The last number that a prediction has got with it. */
  readonly last: number;
}

type ReadByMachine = StoredReading & { readonly result: NonNullable<StoredReading["result"]> };

/** The predictions that a page has before it is read again, which keep their numbers, and the last number of all. */
export interface KnownPredictions {
  readonly before: readonly NumberedPrediction[];
  readonly last: number;
}

interface Made extends KnownPredictions {
  readonly submission: Pick<Submission, "sha256" | "page" | "turn">;
  readonly threshold: number | null;
  readonly model: string;
  readonly corrections: readonly number[];
}

/** What the recogniser made of a page, as it is stored. */
export function newReading(
  read: PageReading,
  { submission, threshold, model, corrections, before, last }: Made,
): NewReading {
  const { sha256, page, turn } = submission;
  const { width, height, inputs, outputs, problems, confidence, aside, netlist, wires, looks } = read;
  const made = { threshold: threshold ?? "auto", model, program: PROGRAM_VERSION, corrections } as const;
  const { predictions, last: next } = numberPredictions(read.predictions, { before, last });
  return {
    key: readingKey({ sha256, page, turn, ...made }),
    corrections,
    reading: { netlist, wires, predictions, result: { width, height, inputs, outputs, problems, confidence, aside } },
    looks,
    legibility: corrections.length > 0 ? null : legibilityOf(read),
    model,
    last: next,
  };
}

interface Storing {
  readonly record: PageRecord;
  /** The words that it was read with: those of the record, and perhaps that its corrections are discarded. */
  readonly said: readonly SaidRow[];
  /** Null if it is the record's. */
  readonly basis: NewReading | null;
  /** With the corrections; null if there are none. */
  readonly corrected: NewReading | null;
  readonly threshold: number | null;
}

/**
 * Stores what the machine read. False if a person said something about the page, or set another threshold, while the
 * machine was reading: that stays.
 */
export async function storeReading(context: AppContext, storing: Storing): Promise<boolean> {
  const { record, said, basis, corrected, threshold } = storing;
  const { analysis } = record;
  const { submissionId } = analysis;
  const at = context.now();
  const newest = corrected ?? basis;
  const read = { ...record, basis: basis ?? record.basis, reading: newest };
  const fresh = said.slice(record.said.length);
  const columns = {
    ...shownBy(read, said),
    state: "done" as const,
    error: null,
    basis: read.basis?.key ?? null,
    ...(basis && { legibility: basis.legibility }),
    // A reading with what is discarded may still be at work: it must not bring that back.
    revision: analysis.revision + fresh.length,
    ...(newest && { model: newest.model, program: PROGRAM_VERSION, lastObject: newest.last }),
    readThreshold: threshold,
    updatedAt: at,
  };
  const update = (query: Query) => query.update(analyses).set(columns);
  if (basis && said.length === 0) {
    // A page of which nobody said anything: the reading counts once the page names it, so nobody has to wait for both.
    await context.db.run((query) => insertReading(query, basis, { submissionId, at }));
    const asBefore = and(eq(analyses.revision, analysis.revision), sql`${analyses.threshold} IS ${analysis.threshold}`);
    const isPage = eq(analyses.id, analysis.id);
    return (await context.db.run((query) => update(query).where(and(isPage, asBefore)))).rowsAffected > 0;
  }
  return context.db.write(async (query) => {
    const [now] = await query.select().from(analyses).where(eq(analyses.id, analysis.id));
    if (!now || now.revision !== analysis.revision || now.threshold !== analysis.threshold) return false;
    // A grade that came meanwhile has the number that the new words would get.
    if (fresh.length > 0 && (await lastNumber(query, submissionId)) >= fresh[0]!.number) return false;
    const superseded = and(eq(readings.submissionId, submissionId), ne(readings.corrections, []));
    await query.batch([
      update(query).where(eq(analyses.id, analysis.id)),
      query.delete(readings).where(superseded),
      ...[basis, corrected].flatMap((each) => (each ? [insertReading(query, each, { submissionId, at })] : [])),
      ...(fresh.length > 0 ? [insertSaid(query, fresh)] : []),
    ]);
    return true;
  });
}

/** The same key is the same reading. */
function insertReading(
  query: Query,
  { key, corrections, reading, looks }: NewReading,
  { submissionId, at }: { submissionId: string; at: number },
) {
  const row = { submissionId, key, readAt: at, corrections, reading, looks };
  return query
    .insert(readings)
    .values(row)
    .onConflictDoUpdate({ target: [readings.submissionId, readings.key], set: row });
}
