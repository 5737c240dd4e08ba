import { and, eq } from "drizzle-orm";
import { MOST_CORRECTIONS } from "../../../core/corrections/corrections-record.ts";
import { isGateClass } from "../../../core/reading/prediction.ts";
import type { PredictionClass } from "../../../core/rules/prediction-class.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import { PREDICTIONS_CHANGED, type PredictionView } from "../../contract/results/detection.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { Query } from "../../db/client.ts";
import { analyses, pageLooks, predictions } from "../../db/schema.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { gradedSubmission } from "../access/task-access.ts";
import {
  type Analysis,
  comparedReading,
  loadPredictions,
  type PredictionRow,
  predictionViews,
  problemsWhenChanged,
} from "./analyses.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A page's predictions after a change, and the revision that it made. */
interface EditedPredictions {
  readonly predictions: PredictionView[];
  readonly revision: number;
}

/** What the person saw of a prediction; what is left out is not compared. */
interface Seen {
  readonly className?: PredictionClass | undefined;
  readonly label?: string | undefined;
  readonly box?: Box | undefined;
}

type Statement = Parameters<Query["batch"]>[0][number];

/** A prediction that a person adds to the page. */
export function addPrediction(
  context: AppContext,
  {
    userId,
    analysisId,
    ...body
  }: { userId: string; analysisId: string; className: PredictionClass; label?: string | undefined } & Box,
): Promise<EditedPredictions> {
  return edit(context, { userId, analysisId }, (query, rows) => {
    if (rows.length >= MOST_CORRECTIONS.predictions) {
      throw new Refusal(409, { code: "too-many-predictions", message: "The page has too many predictions." });
    }
    const { className, label = "", x, y, width, height } = body;
    const row = byPerson({ className, label, x, y, width, height }, analysisId, nextNumber(rows));
    return [query.insert(predictions).values(row)];
  });
}

/**
 * Changes the class or the name of a prediction.
 * @throws {Refusal} if it is not what the person saw.
 */
export function editPrediction(
  context: AppContext,
  change: {
    userId: string;
    analysisId: string;
    predictionId: string;
    className: PredictionClass;
    label?: string | undefined;
    seen?: Seen | undefined;
  },
): Promise<EditedPredictions> {
  const { predictionId, className, label, seen } = change;
  return edit(context, change, (query, rows) => {
    const row = find(rows, predictionId, seen);
    // Only a terminal has a name; a prediction of another class loses it.
    const kept = row.className === className ? row.label : "";
    return replace(query, row, { className, label: label ?? kept });
  });
}

/**
 * Moves a prediction.
 * @throws {Refusal} if it is not where the person saw it.
 */
export function movePrediction(
  context: AppContext,
  {
    userId,
    analysisId,
    predictionId,
    seen,
    ...box
  }: { userId: string; analysisId: string; predictionId: string; seen?: Box | undefined } & Box,
): Promise<EditedPredictions> {
  return edit(context, { userId, analysisId }, (query, rows) => {
    return replace(query, find(rows, predictionId, { box: seen }), box);
  });
}

/**
 * Removes a prediction.
 * @throws {Refusal} if it is not what the person saw.
 */
export async function deletePrediction(
  context: AppContext,
  {
    userId,
    predictionId,
    seenClass,
  }: { userId: string; predictionId: string; seenClass?: PredictionClass | undefined },
): Promise<EditedPredictions> {
  const [row] = await context.db.query
    .select({ analysisId: predictions.analysisId })
    .from(predictions)
    .where(and(eq(predictions.id, predictionId), eq(predictions.removed, false)));
  if (!row) throw notFound(TEXTS.files.notFound);
  return edit(context, { userId, analysisId: row.analysisId }, (query, rows) => {
    const gone = find(rows, predictionId, { className: seenClass });
    const here = eq(predictions.id, gone.id);
    // The machine would find it again, so its removal is stored.
    if (gone.source === "person") return [query.delete(predictions).where(here)];
    return [query.update(predictions).set({ removed: true }).where(here)];
  });
}

/** Makes a change of predictions if the user may grade the page and it was read. */
async function edit(
  context: AppContext,
  page: { userId: string; analysisId: string },
  change: (query: Query, rows: readonly PredictionRow[]) => Statement[],
): Promise<EditedPredictions> {
  const { revision } = await changeAnalysis(context, page, (query, { rows }) => ({ statements: change(query, rows) }));
  return { predictions: predictionViews(await loadPredictions(context, page.analysisId)), revision };
}

type Change = (
  query: Query,
  now: { readonly analysis: Analysis; readonly rows: readonly PredictionRow[] },
) => {
  /** What changes of the analysis itself. */
  readonly set?: Partial<Analysis>;
  readonly statements?: readonly Statement[];
};

/**
 * Makes a person's change of an analysis, if they may grade the page and it was read. Returns the submission's ID and
 * the revision after it.
 */
export async function changeAnalysis(
  context: AppContext,
  { userId, analysisId }: { userId: string; analysisId: string },
  change: Change,
): Promise<{ fileId: string; revision: number }> {
  const { analysis, taskId } = await gradedAnalysis(context, userId, analysisId);
  if (analysis.width === 0) {
    throw new Refusal(409, { code: "not-read-yet", message: "The page was not read yet. Please wait a moment." });
  }
  const revision = await context.db.write(async (query) => {
    const rows = await query.select().from(predictions).where(eq(predictions.analysisId, analysisId));
    const [now = analysis] = await query.select().from(analyses).where(eq(analyses.id, analysisId));
    const { set = {}, statements = [] } = change(query, { analysis: now, rows });
    const edited = {
      ...set,
      edited: true,
      chosen: null,
      ...(!now.edited && { uncorrected: comparedReading(now, rows) }),
      problems: problemsWhenChanged(now.problems),
      revision: now.revision + 1,
      updatedAt: context.now(),
    };
    await query.batch([
      query.update(analyses).set(edited).where(eq(analyses.id, analysisId)),
      // They belong to what was read before.
      query.delete(pageLooks).where(eq(pageLooks.analysisId, analysisId)),
      ...statements,
    ]);
    return edited.revision;
  });
  // Lists now show the page with other problems and without a proposal.
  if (!analysis.problems.some(({ code }) => code === PREDICTIONS_CHANGED)) {
    const page = { task_id: taskId, file_id: analysis.submissionId, state: analysis.state };
    await publishToTask(context, taskId, { type: "analysis", ...page });
  }
  return { fileId: analysis.submissionId, revision };
}

async function gradedAnalysis(
  context: AppContext,
  userId: string,
  analysisId: string,
): Promise<{ analysis: Analysis; taskId: string }> {
  const [row] = await context.db.query
    .select({ submissionId: analyses.submissionId })
    .from(analyses)
    .where(eq(analyses.id, analysisId));
  const { analysis, task } = await gradedSubmission(context, userId, row?.submissionId ?? "");
  return { analysis, taskId: task.id };
}

function find(rows: readonly PredictionRow[], id: string, { className, label, box }: Seen = {}): PredictionRow {
  const row = rows.find((each) => each.id === id && !each.removed);
  if (!row) throw notFound(TEXTS.files.notFound);
  const isSeen = (className ?? row.className) === row.className && (label ?? row.label) === row.label;
  if (!isSeen) throw changedMeanwhile(`It is ${[row.className, row.label].join(" ").trim()} now`);
  if (box && !isSamePlace(row, box)) throw changedMeanwhile("It was moved or resized");
  return row;
}

/** To a pixel: nobody sees less. */
function isSamePlace(row: Box, box: Box): boolean {
  return (["x", "y", "width", "height"] as const).every((side) => Math.abs(row[side] - box[side]) < 1);
}

function changedMeanwhile(what: string): Refusal {
  const message = `This was corrected meanwhile. ${what}; your change was not made.`;
  return new Refusal(409, { code: "prediction-changed", message });
}

/** The prediction keeps its ID. What the machine saw there is kept as removed, so that it is not found again. */
function replace(query: Query, row: PredictionRow, change: Partial<PredictionRow>): Statement[] {
  const changed = { ...change, source: "person" as const, confidence: 1 };
  const update = query.update(predictions).set(changed).where(eq(predictions.id, row.id));
  const stays = isGateClass(row.className) && change.className !== undefined && isGateClass(change.className);
  if (row.source === "person" || stays) return [update];
  return [update, query.insert(predictions).values({ ...row, id: newId(), removed: true })];
}

function byPerson(
  given: Pick<PredictionRow, "className" | "label" | "x" | "y" | "width" | "height">,
  analysisId: string,
  objectId: number,
): PredictionRow {
  return {
    ...given,
    id: newId(),
    analysisId,
    objectId,
    confidence: 1,
    source: "person",
    sheetX: 0,
    sheetY: 0,
    removed: false,
  };
}

function nextNumber(rows: readonly PredictionRow[]): number {
  return 1 + rows.reduce((most, { objectId }) => Math.max(most, objectId), 0);
}
