import { isDeepStrictEqual } from "node:util";
import { MOST_CORRECTIONS } from "../../../core/corrections/correction-schemas.ts";
import { applyObject } from "../../../core/page-record/fold.ts";
import type { NamedObject, Statement } from "../../../core/page-record/statement.ts";
import type { PredictionClass } from "../../../core/rules/prediction-class.ts";
import type { AppContext } from "../../context.ts";
import type { PredictionView } from "../../contract/results/detection.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { SessionUser } from "../../environment.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { placeOfPrediction, predictionId, predictionViews } from "./analysis-views.ts";
import { correctAnalysis } from "./correct-analysis.ts";
import type { Analysis } from "./page-record.ts";

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

/** Whose correction of which page it is. */
interface Editing {
  readonly user: SessionUser;
  readonly analysisId: string;
}

/** A prediction that a person adds to the page. */
export function addPrediction(
  context: AppContext,
  {
    className,
    label = "",
    x,
    y,
    width,
    height,
    ...page
  }: Editing & Box & Pick<NamedObject, "className"> & { label?: string | undefined },
): Promise<EditedPredictions> {
  return edit(context, page, ({ predictions, lastObject }) => {
    if (predictions.length >= MOST_CORRECTIONS.predictions) {
      throw new Refusal(409, { code: "too-many-predictions", message: "The page has too many predictions." });
    }
    return { object: lastObject + 1, was: null, is: { className, label, box: { x, y, width, height } } };
  });
}

/**
 * Changes the class or the name of a prediction.
 * @throws {Refusal} if it is not what the person saw.
 */
export function editPrediction(
  context: AppContext,
  {
    predictionId,
    className,
    label,
    seen,
    ...page
  }: Editing & {
    predictionId: string;
    className: PredictionClass;
    label?: string | undefined;
    seen?: Seen | undefined;
  },
): Promise<EditedPredictions> {
  return edit(context, page, (analysis) => {
    const { object, ...was } = find(analysis, predictionId, seen);
    // Only a terminal has a name; a prediction of another class loses it.
    const kept = was.className === className ? was.label : "";
    return { object, was, is: { ...was, className, label: label ?? kept } };
  });
}

/**
 * Moves a prediction.
 * @throws {Refusal} if it is not where the person saw it.
 */
export function movePrediction(
  context: AppContext,
  {
    predictionId,
    seen,
    x,
    y,
    width,
    height,
    ...page
  }: Editing & Box & { predictionId: string; seen?: Box | undefined },
): Promise<EditedPredictions> {
  return edit(context, page, (analysis) => {
    const { object, ...was } = find(analysis, predictionId, { box: seen });
    return { object, was, is: { ...was, box: { x, y, width, height } } };
  });
}

/**
 * Removes a prediction.
 * @throws {Refusal} if it is not what the person saw.
 */
export function deletePrediction(
  context: AppContext,
  {
    predictionId,
    seenClass,
    ...person
  }: Omit<Editing, "analysisId"> & { predictionId: string; seenClass?: PredictionClass | undefined },
): Promise<EditedPredictions> {
  const { analysisId } = placeOfPrediction(predictionId);
  return edit(context, { ...person, analysisId }, (analysis) => {
    const { object, ...was } = find(analysis, predictionId, { className: seenClass });
    return { object, was, is: null };
  });
}

type ObjectChange = Omit<Extract<Statement, { kind: "object" }>, "kind" | "called">;

/** Says what a prediction is from now on, if the user may grade the page and it was read. */
async function edit(
  context: AppContext,
  page: Editing,
  change: (analysis: Analysis) => ObjectChange,
): Promise<EditedPredictions> {
  const { analysis } = await correctAnalysis(context, page, ({ analysis: now }) => {
    const changed = change(now);
    if (isDeepStrictEqual(changed.was, changed.is)) return null;
    const view = predictionViews(now).find(({ object_id }) => object_id === changed.object);
    return {
      statement: { kind: "object", called: view?.label ?? "", ...changed },
      shows: { predictions: applyObject(now.predictions, changed) },
    };
  });
  return { predictions: predictionViews(analysis), revision: analysis.revision };
}

function find(
  { id: analysisId, predictions }: Analysis,
  id: string,
  { className, label, box }: Seen = {},
): NamedObject & { object: number } {
  const found = predictions.find(({ object }) => predictionId(analysisId, object) === id);
  if (!found) throw notFound(TEXTS.files.notFound);
  const row = { object: found.object, className: found.className, label: found.label ?? "", box: found.box };
  const isSeen = (className ?? row.className) === row.className && (label ?? row.label) === row.label;
  if (!isSeen) throw changedMeanwhile(`It is ${[row.className, row.label].join(" ").trim()} now`);
  if (box && !isSamePlace(row.box, box)) throw changedMeanwhile("It was moved or resized");
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
