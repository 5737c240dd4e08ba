import { and, eq, ne, sql } from "drizzle-orm";
import { correct, foldWords, lastObjectOf, numberPredictions } from "../../../core/page-record/fold.ts";
import { readingKey } from "../../../core/page-record/reading-key.ts";
import type { PageReading } from "../../../core/reading/page-reading.ts";
import { type Legibility, legibilityOf } from "../../../core/reading/unclear-places.ts";
import { PROGRAM_VERSION } from "../../../core/rules/program-version.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { analyses, readings } from "../../db/schema.ts";
import type { StoredReading } from "../../db/tables/pages.ts";
import { isMadeWith, type KeptReading, loadRecord, type PageRecord, shownBy } from "./page-record.ts";

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

interface Made {
  readonly record: PageRecord;
  readonly threshold: number | null;
  readonly model: string;
  readonly corrections: readonly number[];
}

/** What the recogniser made of a page, as it is stored. */
export function newReading(
  read: PageReading,
  { record: { submission, analysis }, threshold, model, corrections }: Made,
): NewReading {
  const { sha256, page, turn } = submission;
  const { width, height, inputs, outputs, problems, confidence, aside, netlist, wires, looks } = read;
  const made = { threshold: threshold ?? "auto", model, program: PROGRAM_VERSION, corrections } as const;
  const known = { before: analysis.predictions, last: analysis.lastObject };
  const { predictions, last } = numberPredictions(read.predictions, known);
  return {
    key: readingKey({ sha256, page, turn, ...made }),
    corrections,
    reading: { netlist, wires, predictions, result: { width, height, inputs, outputs, problems, confidence, aside } },
    looks,
    legibility: corrections.length > 0 ? null : legibilityOf(read),
    model,
    last,
  };
}

interface Storing {
  /** The page's record when the machine began. */
  readonly record: PageRecord;
  /** What the machine read by itself; null if the page was read with corrections alone. */
  readonly own: NewReading | null;
  /** With the corrections; null if there are none. */
  readonly corrected: NewReading | null;
  /** The key of the machine's reading among whose gates the corrections were placed. */
  readonly basis: string;
  readonly threshold: number | null;
}

/**
 * Stores what the machine read, and shows the page as people's words have it by now. A reading with other corrections than
 * those that hold by now is left out: who changed them has the page read. False if corrections that were read need
 * another reading, since the gates changed among which they were placed.
 */
export async function storeReading(context: AppContext, storing: Storing): Promise<boolean> {
  const { record, own, threshold } = storing;
  const { submissionId, id, revision } = record.analysis;
  const at = context.now();
  if (own && record.said.length === 0) {
    // A page of which nobody said anything: the reading counts once the page names it, so nobody has to wait for both.
    const { columns } = afterReading(record, storing);
    await context.db.run((query) => insertReading(query, own, { submissionId, at }));
    const asBefore = and(eq(analyses.revision, revision), sql`${analyses.threshold} IS ${threshold}`);
    const page = and(eq(analyses.id, id), asBefore);
    const update = (query: Query) =>
      query
        .update(analyses)
        .set({ ...columns, updatedAt: at })
        .where(page);
    if ((await context.db.run(update)).rowsAffected > 0) return true;
  }
  return context.db.write(async (query) => {
    const now = await loadRecord(query, submissionId);
    if (!now) return true;
    const { columns, kept, isPlaced } = afterReading(now, storing);
    const { reading: shown = null } = columns;
    const superseded = and(ne(readings.corrections, []), sql`${readings.key} IS NOT ${shown}`);
    await query.batch([
      query
        .update(analyses)
        .set({ ...columns, updatedAt: at })
        .where(eq(analyses.id, id)),
      query.delete(readings).where(and(eq(readings.submissionId, submissionId), superseded)),
      ...kept.map((each) => insertReading(query, each, { submissionId, at })),
    ]);
    return shown !== null || (isPlaced && now.analysis.reading === null);
  });
}

/** A page once it was read: columns of its analysis, and the readings that are kept. */
function afterReading(now: PageRecord, { own, corrected, basis: madeOn, threshold }: Storing) {
  const { analysis, said } = now;
  const { corrections } = foldWords(said);
  const isAtThreshold = now.basis !== null && analysis.readThreshold === analysis.threshold;
  // Somebody has set another threshold meanwhile, and the page was read at that one.
  const isOutdated = isAtThreshold && threshold !== analysis.threshold;
  const known = { before: analysis.predictions, last: analysis.lastObject };
  const fresh = own && !isOutdated ? withNumbers(own, known) : null;
  const basis = fresh ?? now.basis;
  const isPlaced = corrected === null || basis?.key === madeOn;
  const before = fresh ? correct(fresh.reading.predictions, corrections).predictions : known.before;
  const isWanted = corrected && isPlaced && isMadeWith(corrected, corrections);
  const placed = isWanted ? withNumbers(corrected, { before, last: fresh?.last ?? known.last }) : null;
  const newest = placed ?? fresh;
  const done = { state: "done" as const, error: null };
  if (newest === null) return { columns: { ...done, reading: analysis.reading }, kept: [], isPlaced };
  const reading = placed ?? (basis?.key === now.basis?.key ? now.reading : null);
  const shown = shownBy({ ...now, basis, reading }, said);
  const columns = {
    ...done,
    ...shown,
    basis: basis?.key ?? null,
    ...(fresh && { legibility: fresh.legibility }),
    // Corrections that were pushed before the first reading bring their own threshold.
    ...(fresh && (now.basis || corrections.length === 0) && { readThreshold: threshold }),
    model: newest.model,
    program: PROGRAM_VERSION,
    lastObject: Math.max(newest.last, lastObjectOf(shown.predictions ?? [])),
  };
  return { columns, kept: [fresh, placed].filter((each) => each !== null), isPlaced };
}

/** A reading whose predictions keep the numbers that they have by now. */
function withNumbers(read: NewReading, known: Parameters<typeof numberPredictions>[1]): NewReading {
  const { predictions, last } = numberPredictions(read.reading.predictions, known);
  return { ...read, reading: { ...read.reading, predictions }, last };
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
