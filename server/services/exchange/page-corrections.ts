import { and, asc, eq, inArray } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import {
  type ChosenRecord,
  chosenNetlist,
  chosenRecord,
  type PageChosen,
} from "../../../core/corrections/chosen-record.ts";
import {
  type CorrectionsRecord,
  correctionsOf,
  correctionsRecord,
  type PageCorrections,
} from "../../../core/corrections/corrections-record.ts";
import { circuitName } from "../../../core/verdict/circuit-name.ts";
import { newId } from "../../adapters/random.ts";
import type { Query } from "../../db/client.ts";
import { analyses, pageLooks, predictions, submissions } from "../../db/schema.ts";
import {
  type Analysis,
  comparedReading,
  correctionsOf as correctionsOfRows,
  type PredictionRow,
  problemsWhenChanged,
} from "../reading/analyses.ts";
import { choiceColumns } from "../reading/choice-columns.ts";
import type { Submission } from "../submissions/submissions.ts";

/** A page of a task, with what the machine or a person made of it. */
export interface AnalysedPage {
  readonly submission: Submission;
  readonly analysis: Analysis;
  readonly rows: readonly PredictionRow[];
}

/** The pages of a task that count, those of `only` if it is given, in the order of students and items. */
export async function analysedPages(
  query: Query,
  taskId: string,
  only?: (analysis: Analysis) => boolean,
): Promise<AnalysedPage[]> {
  const counting = and(eq(submissions.taskId, taskId), eq(submissions.counts, true));
  const found = await query
    .select({ submission: submissions, analysis: analyses })
    .from(submissions)
    .innerJoin(analyses, eq(analyses.submissionId, submissions.id))
    .where(counting)
    .orderBy(asc(submissions.studentId), asc(submissions.item));
  const wanted = only ? found.filter(({ analysis }) => only(analysis)) : found;
  const ids = wanted.map(({ analysis }) => analysis.id);
  const all = await query
    .select()
    .from(predictions)
    .where(inArray(predictions.analysisId, ids))
    .orderBy(asc(predictions.objectId));
  const byAnalysis = groupBy(all, ({ analysisId }) => analysisId);
  return wanted.map((page) => ({ ...page, rows: byAnalysis.get(page.analysis.id) ?? [] }));
}

/** What a person has corrected of a page; null if nothing. */
export function recordOf({ analysis, rows }: Omit<AnalysedPage, "submission">): CorrectionsRecord | null {
  if (!analysis.edited) return null;
  return correctionsRecord(correctionsOfRows(rows, analysis), analysis.readThreshold ?? "auto");
}

/** What people have said of a task's pages: what they corrected, and the readings they chose. */
export async function saidOfPages(
  query: Query,
  taskId: string,
): Promise<{ corrections: PageCorrections[]; chosen: PageChosen[] }> {
  const pages = await analysedPages(query, taskId, ({ edited, chosen }) => edited || chosen !== null);
  const placed = pages.map(({ submission: { sha256, page, turn }, ...analysed }) => {
    return { place: { sha256, page, turn }, corrections: recordOf(analysed), chosen: analysed.analysis.chosen };
  });
  return {
    corrections: placed.flatMap(({ place, corrections }) => (corrections ? [{ ...place, corrections }] : [])),
    chosen: placed.flatMap(({ place, chosen }) => (chosen ? [{ ...place, chosen: chosenRecord(chosen) }] : [])),
  };
}

/** Whether a page has this reading as a person's word already. */
export function isChosen({ chosen }: Pick<Analysis, "chosen">, wanted: ChosenRecord): boolean {
  return chosen?.name === circuitName(chosenNetlist(wanted));
}

/** Whether a person has taken this reading of a page back. */
export function isTakenBack({ takenBack }: Pick<Analysis, "takenBack">, wanted: ChosenRecord): boolean {
  return takenBack === circuitName(chosenNetlist(wanted));
}

/** Takes a reading that was chosen elsewhere, as if it had been chosen here. */
export function takeChoice(
  query: Query,
  { analysis, submission }: Omit<AnalysedPage, "rows">,
  { chosen, by, at }: { chosen: ChosenRecord; by: string; at: number },
) {
  const netlist = chosenNetlist(chosen);
  const said = { name: circuitName(netlist), text: chosen.text, netlist, by, at, pushed: true };
  return query
    .update(analyses)
    .set(choiceColumns(analysis, said, submission))
    .where(eq(analyses.id, analysis.id));
}

/**
 * Puts the corrections of a record in the place of a page's earlier ones, which the next reading applies. What the
 * machine read before the first correction stays what the drawing is compared by.
 */
export function takeCorrections(
  query: Query,
  { analysis, rows }: Omit<AnalysedPage, "submission">,
  { corrections, at }: { corrections: CorrectionsRecord; at: number },
) {
  const { id } = analysis;
  const isRead = analysis.width > 0;
  const threshold = corrections.threshold === "auto" ? null : corrections.threshold;
  const { predictions: given, removed, wires = [] } = correctionsOf(corrections);
  const fresh = [
    ...given.map((prediction) => ({ ...prediction, removed: false })),
    ...removed.map((gone) => ({ ...gone, confidence: 1, label: "", by: "machine" as const, removed: true })),
  ];
  const changed = {
    edited: true,
    chosen: null,
    wireCorrections: wires,
    threshold,
    readThreshold: threshold,
    ...(isRead && { problems: problemsWhenChanged(analysis.problems) }),
    ...(isRead && !analysis.edited && { uncorrected: comparedReading(analysis, rows) }),
    revision: analysis.revision + 1,
    updatedAt: at,
  };
  return [
    query.update(analyses).set(changed).where(eq(analyses.id, id)),
    query.delete(pageLooks).where(eq(pageLooks.analysisId, id)),
    query.delete(predictions).where(eq(predictions.analysisId, id)),
    ...fresh.map(({ className, box, confidence, label = "", by, removed }, index) => {
      const row = { id: newId(), analysisId: id, objectId: index + 1, className, label, confidence, removed };
      const { x, y, width, height } = box;
      const source = by === "person" ? ("person" as const) : ("detected" as const);
      return query.insert(predictions).values({ ...row, x, y, width, height, source });
    }),
  ];
}
