import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import { correct, foldWords, type PageWords } from "../../../core/page-record/fold.ts";
import { PREDICTIONS_CHANGED } from "../../../core/rules/problem.ts";
import { chosenReading } from "../../../core/verdict/chosen-reading.ts";
import { circuitName } from "../../../core/verdict/circuit-name.ts";
import { TEXTS } from "../../contract/texts.ts";
import { among, type Query } from "../../db/query.ts";
import { analyses, readings, statements, submissions } from "../../db/schema.ts";
import type { ComparedReading } from "../../db/tables/pages.ts";

export type Analysis = typeof analyses.$inferSelect;
export type SaidRow = typeof statements.$inferSelect;

/** A page's record: what the machine read and what people said of it, and what it shows by both. */
export interface PageRecord {
  readonly submission: typeof submissions.$inferSelect;
  readonly analysis: Analysis;
  readonly said: readonly SaidRow[];
  /** What the machine reads by itself; null before it. */
  readonly basis: KeptReading | null;
  /** The reading with the corrections that hold; null until there is one. */
  readonly reading: KeptReading | null;
}

/** A stored reading without its looks. */
export type KeptReading = Pick<typeof readings.$inferSelect, "key" | "corrections" | "reading">;

const KEPT = { key: readings.key, corrections: readings.corrections, reading: readings.reading };

/** Submissions with the analyses of their pages. */
export function pageRows(query: Query, where: SQL | undefined) {
  return query
    .select({ submission: submissions, analysis: analyses })
    .from(submissions)
    .innerJoin(analyses, eq(analyses.submissionId, submissions.id))
    .where(where);
}

/** The record of a submission's page; null if there is no such submission. */
export async function loadRecord(query: Query, submissionId: string): Promise<PageRecord | null> {
  const shown = or(eq(readings.key, analyses.basis), eq(readings.key, analyses.reading));
  const rows = await query
    .select({
      submission: submissions,
      analysis: analyses,
      kept: KEPT,
      isSaid: sql<number>`EXISTS (SELECT 1 FROM ${statements} WHERE ${statements.submissionId} = ${submissionId})`,
    })
    .from(analyses)
    .innerJoin(submissions, eq(submissions.id, analyses.submissionId))
    .leftJoin(readings, and(eq(readings.submissionId, analyses.submissionId), shown))
    .where(eq(analyses.submissionId, submissionId));
  if (!rows[0]) return null;
  const { submission, analysis, isSaid } = rows[0];
  const said = isSaid ? (await loadSaid(query, [submissionId])).get(submissionId) : undefined;
  const find = (wanted: string | null) => rows.find(({ kept }) => kept?.key === wanted)?.kept ?? null;
  return { submission, analysis, said: said ?? [], basis: find(analysis.basis), reading: find(analysis.reading) };
}

/** What people said of pages, by submission, in its order. */
export async function loadSaid(query: Query, submissionIds: readonly string[]): Promise<Map<string, SaidRow[]>> {
  const rows = await query
    .select()
    .from(statements)
    .where(among(statements.submissionId, submissionIds))
    .orderBy(asc(statements.submissionId), asc(statements.number));
  return groupBy(rows, ({ submissionId }) => submissionId);
}

/**
 * What a page shows by these words, as columns of its analysis: the reading with the corrections that hold, or the one
 * that a person chose. Where the machine has not read the page with the corrections yet, the earlier circuit stays, with
 * a problem that says so.
 */
export function shownBy({ analysis, basis, reading }: PageRecord, said: readonly SaidRow[]): Partial<Analysis> {
  const { corrections, choice } = foldWords(said);
  const fitting = [basis, reading].find((kept) => kept && isMadeWith(kept, corrections));
  if (fitting?.reading.result) {
    const { result, predictions, ...drawn } = fitting.reading;
    return { ...withChoice({ aside: [], ...result, ...drawn }, choice), predictions, reading: fitting.key };
  }
  const { predictions } = correct(basis?.reading.predictions ?? [], corrections);
  // The corrections came before the first reading.
  const first = analysis.width === 0 ? basis?.reading : undefined;
  const { netlist, wires } = first ?? analysis;
  const known = first?.result?.problems ?? analysis.problems;
  const problems = first || analysis.width > 0 ? problemsWhenChanged(known) : known;
  const circuit = { ...first?.result, netlist, wires, problems };
  return { ...withChoice(circuit, choice), predictions, reading: null };
}

/** Whether corrections of a page hold. */
export function isCorrected({ basis, reading }: Pick<Analysis, "basis" | "reading">): boolean {
  return reading !== basis;
}

/** Whether a reading was made with these corrections. */
export function isMadeWith(kept: KeptReading, corrections: readonly SaidRow[]): boolean {
  return String(kept.corrections) === String(corrections.map(({ number }) => number));
}

type Drawn = Pick<Analysis, "netlist" | "wires">;

/** What a page shows, or the reading that a person chose instead. */
function withChoice<Shown extends Drawn>(
  shown: Shown,
  choice: PageWords<SaidRow>["choice"],
): Shown & Pick<Analysis, "chosen"> {
  if (choice === null) return { ...shown, chosen: null };
  const { by, at, statement } = choice;
  const { name, text, netlist } = statement;
  const { looks: _, ...chosen } = chosenReading(netlist);
  // The ink of its wires is only known if it is what the machine reads.
  const isAsRead = shown.netlist !== null && circuitName(shown.netlist) === name;
  return { ...shown, ...chosen, wires: isAsRead ? shown.wires : [], chosen: { name, text, by, at } };
}

/** The problems of a page, with those of its circuit since a person changed predictions. */
function problemsWhenChanged(problems: Analysis["problems"]): Analysis["problems"] {
  const others = problems.filter(({ code }) => code !== PREDICTIONS_CHANGED);
  return [...others, { code: PREDICTIONS_CHANGED, message: TEXTS.detection.changed }];
}

/** Readings as drawings are compared by them, by submission: the machine's, whatever people corrected or chose. */
export async function comparedReadings(
  query: Query,
  all: readonly Analysis[],
): Promise<ReadonlyMap<string, ComparedReading>> {
  const changed = all.filter((analysis) => isCorrected(analysis) || analysis.chosen !== null);
  const found = new Map<string, ComparedReading>(all.map((analysis) => [analysis.submissionId, analysis]));
  const bases = await query
    .select({ submissionId: readings.submissionId, reading: readings.reading })
    .from(readings)
    .innerJoin(analyses, and(eq(analyses.submissionId, readings.submissionId), eq(analyses.basis, readings.key)))
    .where(
      among(
        readings.submissionId,
        changed.map(({ submissionId }) => submissionId),
      ),
    );
  for (const { submissionId, reading } of bases) found.set(submissionId, reading);
  return found;
}
