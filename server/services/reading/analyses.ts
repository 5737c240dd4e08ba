import { asc, eq } from "drizzle-orm";
import { colourParts, PREDICTION_COLOURS } from "../../../core/annotate/colours.ts";
import type { Corrections } from "../../../core/corrections/correct-marks.ts";
import { intersectionOverUnion, isSameBox } from "../../../core/geometry/boxes.ts";
import type { PageReading, PlacedPrediction } from "../../../core/reading/page-reading.ts";
import { isGateClass } from "../../../core/reading/prediction.ts";
import { legibilityOf } from "../../../core/reading/unclear-places.ts";
import type { PredictionClass } from "../../../core/rules/prediction-class.ts";
import { PROGRAM_VERSION } from "../../../core/rules/program-version.ts";
import { chosenReading } from "../../../core/verdict/chosen-reading.ts";
import { circuitName } from "../../../core/verdict/circuit-name.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import { type CircuitAnalysis, PREDICTIONS_CHANGED, type PredictionView } from "../../contract/results/detection.ts";
import { TEXTS } from "../../contract/texts.ts";
import { analyses, pageLooks, predictions } from "../../db/schema.ts";
import type { ChosenReading, MachineReading, UncorrectedReading } from "../../db/tables/submissions.ts";

export type Analysis = typeof analyses.$inferSelect;
export type PredictionRow = typeof predictions.$inferSelect;

/** All predictions of an analysis, including those that a person removed. */
export function loadPredictions({ db }: AppContext, analysisId: string): Promise<PredictionRow[]> {
  return db.query
    .select()
    .from(predictions)
    .where(eq(predictions.analysisId, analysisId))
    .orderBy(asc(predictions.objectId));
}

/** A person's corrections of a page, for the recogniser. */
export function correctionsOf(rows: readonly PredictionRow[], { wireCorrections }: Analysis): Corrections {
  const given = rows.filter(
    ({ removed, source, className }) => !removed && (isGateClass(className) || source === "person"),
  );
  return {
    predictions: given.map((row) => ({
      className: row.className,
      box: boxOf(row),
      confidence: row.confidence,
      ...(row.label !== "" && { label: row.label }),
      by: row.source === "person" ? "person" : "machine",
    })),
    removed: rows.filter(({ removed }) => removed).map((row) => ({ className: row.className, box: boxOf(row) })),
    wires: wireCorrections,
  };
}

/**
 * The threshold to read a page with: a person's corrections belong to the last reading, so a threshold set since then
 * waits.
 */
export function thresholdOf(
  analysis: Analysis,
  { discardsCorrections }: { discardsCorrections: boolean },
): number | null {
  return discardsCorrections ? analysis.threshold : analysis.readThreshold;
}

/** The problems of a page, with those of its circuit since a person changed predictions. */
export function problemsWhenChanged(problems: Analysis["problems"]): Analysis["problems"] {
  const others = problems.filter(({ code }) => code !== PREDICTIONS_CHANGED);
  return [...others, { code: PREDICTIONS_CHANGED, message: TEXTS.detection.changed }];
}

/**
 * An analysis as drawings are compared by it: what the machine read before a person's first correction, and without the
 * reading that a person chose.
 */
export function comparedReading(
  { uncorrected, chosen, ...read }: Pick<Analysis, "uncorrected" | "chosen" | "netlist" | "wires">,
  rows: readonly PredictionRow[],
): UncorrectedReading {
  if (uncorrected !== null) return uncorrected;
  const predictions = rows
    .filter(({ removed }) => !removed)
    .map((row) => ({
      className: row.className,
      confidence: row.confidence,
      box: boxOf(row),
      sheet: { x: row.sheetX, y: row.sheetY },
    }));
  const { netlist, wires } = chosen?.instead.reading ?? read;
  return { netlist, wires, predictions };
}

interface Saving {
  readonly analysis: Analysis;
  readonly reading: PageReading;
  /** SHA-256 of the model that read the page, hex. */
  readonly model: string;
  /** The predictions that the reading started from. */
  readonly before: readonly PredictionRow[];
  /** The page was read from scratch: the person's corrections are discarded. */
  readonly discardsCorrections: boolean;
  /** What the machine reads without the corrections; null if there are none. */
  readonly uncorrected: UncorrectedReading | null;
}

/**
 * Stores a reading. False if a person edited predictions, or set another threshold, while the machine was reading: that
 * stays. Predictions that are found again keep their IDs.
 */
export async function saveReading(
  context: AppContext,
  { analysis, reading, model, before, discardsCorrections, uncorrected }: Saving,
): Promise<boolean> {
  const rows = rowsOf(reading, { analysis, before, discardsCorrections });
  const result = {
    state: "done" as const,
    error: null,
    width: reading.width,
    height: reading.height,
    ...readColumns(reading, analysis.chosen),
    edited: discardsCorrections ? false : analysis.edited,
    ...(discardsCorrections && { wireCorrections: [], legibility: legibilityOf(reading) }),
    // A reading with the corrections may still be at work: it must not bring them back.
    ...(discardsCorrections && analysis.edited && { revision: analysis.revision + 1 }),
    uncorrected,
    readThreshold: thresholdOf(analysis, { discardsCorrections }),
    model,
    program: PROGRAM_VERSION,
    updatedAt: context.now(),
  };
  return context.db.write(async (query) => {
    const [now] = await query.select().from(analyses).where(eq(analyses.id, analysis.id));
    if (!now || now.revision !== analysis.revision || now.threshold !== analysis.threshold) return false;
    await query.batch([
      query.delete(predictions).where(eq(predictions.analysisId, analysis.id)),
      ...rows.map((row) => query.insert(predictions).values(row)),
      query.update(analyses).set(result).where(eq(analyses.id, analysis.id)),
      query.delete(pageLooks).where(eq(pageLooks.analysisId, analysis.id)),
      query.insert(pageLooks).values({ analysisId: analysis.id, looks: reading.looks }),
    ] as unknown as Parameters<typeof query.batch>[0]);
    return true;
  });
}

/** What a person has chosen outweighs what the machine reads now, which is kept in case the choice is taken back. */
function readColumns(
  { inputs, outputs, problems, wires, netlist, confidence }: PageReading,
  chosen: ChosenReading | null,
): MachineReading & { readonly chosen: ChosenReading | null } {
  const reading = { inputs, outputs, problems, wires, netlist, confidence };
  if (chosen === null) return { ...reading, chosen };
  return { ...chosenColumns(chosen, reading), chosen: { ...chosen, instead: { ...chosen.instead, reading } } };
}

/**
 * A reading that a person chose, as columns of an analysis. The ink of its wires is only known if it is what the
 * machine reads.
 */
export function chosenColumns(
  { name, netlist }: Pick<ChosenReading, "name" | "netlist">,
  read: MachineReading,
): MachineReading {
  const { looks: _, ...reading } = chosenReading(netlist);
  const isAsRead = read.netlist !== null && circuitName(read.netlist) === name;
  return { ...reading, wires: isAsRead ? read.wires : [] };
}

function rowsOf(
  reading: PageReading,
  { analysis, before, discardsCorrections }: Pick<Saving, "analysis" | "before" | "discardsCorrections">,
): PredictionRow[] {
  const spare = new Set(before.filter(({ removed }) => !removed));
  const kept = discardsCorrections ? [] : before.filter(({ removed }) => removed);
  let last = discardsCorrections ? 0 : before.reduce((most, row) => Math.max(most, row.objectId), 0);
  const rows = reading.predictions.map((prediction): PredictionRow => {
    const known = [...spare].find((row) => isSame(row, prediction));
    if (known) spare.delete(known);
    return {
      id: known?.id ?? newId(),
      analysisId: analysis.id,
      objectId: discardsCorrections || known === undefined ? ++last : known.objectId,
      className: prediction.className,
      label: prediction.label ?? "",
      ...prediction.box,
      confidence: prediction.confidence,
      source: prediction.by === "person" ? "person" : "detected",
      sheetX: prediction.sheet.x,
      sheetY: prediction.sheet.y,
      removed: false,
    };
  });
  return [...rows, ...kept];
}

/** This much intersection over union, or more, and two gates are one that was detected differently. */
const SAME_GATE = 0.3;

/** The predictions of a page whose gates were detected again: what a person placed, changed or removed stays so. */
export function placedAgain(
  before: readonly PredictionRow[],
  { analysis, reading }: Pick<Saving, "analysis" | "reading">,
): PredictionRow[] {
  const given = before.filter(({ source, removed }) => source === "person" || removed);
  const isAlike = (row: PredictionRow, { className, box }: PlacedPrediction) =>
    isGateClass(row.className) === isGateClass(className) && intersectionOverUnion(boxOf(row), box) >= SAME_GATE;
  const isGiven = (prediction: PlacedPrediction) => given.some((row) => isAlike(row, prediction));
  const found = { ...reading, predictions: reading.predictions.filter((prediction) => !isGiven(prediction)) };
  const placed = before.filter(({ source, removed }) => source === "person" && !removed);
  return [...rowsOf(found, { analysis, before, discardsCorrections: false }), ...placed];
}

function isSame(row: PredictionRow, prediction: PlacedPrediction): boolean {
  return row.className === prediction.className && isSameBox(boxOf(row), prediction.box);
}

function boxOf({ x, y, width, height }: PredictionRow): { x: number; y: number; width: number; height: number } {
  return { x, y, width, height };
}

/** The predictions in the shape of the contract, without removed ones. */
export function predictionViews(rows: readonly PredictionRow[]): PredictionView[] {
  const counts = new Map<PredictionClass, number>();
  return rows
    .filter(({ removed }) => !removed)
    .map((row) => {
      const { id, analysisId, className, confidence, objectId } = row;
      const number = (counts.get(className) ?? 0) + 1;
      counts.set(className, number);
      const [red, green, blue] = colourParts(PREDICTION_COLOURS[className]);
      return {
        id,
        circuit_analysis_id: analysisId,
        class_name: className,
        ...boxOf(row),
        confidence,
        color: [red, green, blue],
        object_id: objectId,
        label: row.label || `${className} ${number}`,
        name: row.label,
      };
    });
}

/** An analysis in the shape of the contract. */
export function analysisView(analysis: Analysis, rows: readonly PredictionRow[]): CircuitAnalysis {
  return {
    id: analysis.id,
    file_id: analysis.submissionId,
    state: analysis.state,
    error: analysis.error,
    predictions: predictionViews(rows),
    threshold_value: analysis.threshold,
    read_threshold: analysis.readThreshold,
    ...tablesOf(analysis),
    outputs: analysis.outputs.map(({ name, expression, truth_table }) => ({
      name,
      expression,
      truth_table: [...truth_table],
    })),
    width: analysis.width,
    height: analysis.height,
    wires: analysis.wires.map(({ net, lines }) => ({
      net,
      lines: lines.map((line) => line.map(({ x, y }) => ({ x, y }))),
    })),
    netlist: analysis.netlist,
    wire_corrections: [...analysis.wireCorrections],
    edited: analysis.edited,
    revision: analysis.revision,
  };
}

/** Expressions, tables, inputs and problems in the specification's shapes. */
export function tablesOf({ inputs, outputs, problems }: Pick<Analysis, "inputs" | "outputs" | "problems">) {
  return {
    boolean_expressions: outputs.map(({ name, expression }) => ({ [name]: expression })),
    truth_table: Object.fromEntries(outputs.map(({ name, truth_table }) => [name, [...truth_table]])),
    inputs: [...inputs],
    problems: problems.map(({ code, message, box }) => ({ code, message, ...(box && { box: { ...box } }) })),
  };
}
