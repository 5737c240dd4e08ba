import { isDeepStrictEqual } from "node:util";
import { MOST_CORRECTIONS } from "../../../core/corrections/correction-schemas.ts";
import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import { applyObject } from "../../../core/page-record/fold.ts";
import type { NamedObject, Statement } from "../../../core/page-record/statement.ts";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { SessionUser } from "../../environment.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { predictionId, predictionViews } from "./analysis-views.ts";
import { correctAnalysis } from "./correct-analysis.ts";
import type { Analysis } from "./page-record.ts";

/** Whose correction of which page it is. */
interface Editing {
  readonly user: SessionUser;
  readonly analysisId: string;
}

/** What a prediction is, is named, or where it is; what is left out does not matter. */
type SomeOfIt = { readonly [Field in keyof NamedObject]?: NamedObject[Field] | undefined };

interface Changing extends Editing {
  readonly id: string;
  /** What the person saw of it. */
  readonly seen: SomeOfIt | undefined;
  /** Null removes it. */
  readonly to: SomeOfIt | null;
}

/** A prediction that a person adds to the page. */
export function addPrediction(context: AppContext, { is, ...page }: Editing & { readonly is: NamedObject }) {
  return edit(context, page, ({ predictions, lastObject }) => {
    if (predictions.length >= MOST_CORRECTIONS.predictions) {
      throw new Refusal(409, { code: "too-many-predictions", message: "The page has too many predictions." });
    }
    return { object: lastObject + 1, was: null, is };
  });
}

/**
 * Changes the class, the name or the place of a prediction, or removes it.
 * @throws {Refusal} if it is not what the person saw.
 */
export function changePrediction(context: AppContext, { id, seen, to, ...page }: Changing) {
  return edit(context, page, (analysis) => {
    const { object, ...was } = find(analysis, id, seen);
    if (to === null) return { object, was, is: null };
    const { className = was.className, box = was.box } = to;
    // Only a terminal has a name; a prediction of another class loses it.
    const kept = className === was.className ? was.label : "";
    return { object, was, is: { className, label: to.label ?? kept, box } };
  });
}

type ObjectChange = Omit<Extract<Statement, { kind: "object" }>, "kind" | "called">;

/** Says what a prediction is from now on, if the user may grade the page and it was read. */
async function edit(context: AppContext, page: Editing, change: (analysis: Analysis) => ObjectChange) {
  const { analysis } = await correctAnalysis(context, page, ({ analysis: now }) => {
    const changed = change(now);
    if (isDeepStrictEqual(changed.was, changed.is)) return null;
    const view = predictionViews(now).find(({ object_id }) => object_id === changed.object);
    return {
      statements: [{ kind: "object", called: view?.label ?? "", ...changed }],
      shows: { predictions: applyObject(now.predictions, changed) },
    };
  });
  return { filtered_predictions: predictionViews(analysis), revision: analysis.revision };
}

function find(
  { id: analysisId, predictions }: Analysis,
  id: string,
  { className, label, box }: SomeOfIt = {},
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
function isSamePlace(row: PictureBox, box: PictureBox): boolean {
  return (["x", "y", "width", "height"] as const).every((side) => Math.abs(row[side] - box[side]) < 1);
}

function changedMeanwhile(what: string): Refusal {
  const message = `This was corrected meanwhile. ${what}; your change was not made.`;
  return new Refusal(409, { code: "prediction-changed", message });
}
