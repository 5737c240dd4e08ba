import { colourParts, PREDICTION_COLOURS } from "../../../core/annotate/colours.ts";
import { correct, foldWords } from "../../../core/page-record/fold.ts";
import type { PredictionClass } from "../../../core/rules/prediction-class.ts";
import type { CircuitAnalysis, PredictionView } from "../../contract/results/detection.ts";
import type { Analysis, SaidRow } from "./page-record.ts";

/** The predictions of an analysis in the shape of the contract. */
export function predictionViews({ id, predictions }: Pick<Analysis, "id" | "predictions">): PredictionView[] {
  const counts = new Map<PredictionClass, number>();
  return predictions.map(({ className, confidence, object, box, label = "" }) => {
    const number = (counts.get(className) ?? 0) + 1;
    counts.set(className, number);
    return {
      id: predictionId(id, object),
      circuit_analysis_id: id,
      class_name: className,
      ...box,
      confidence,
      color: colourParts(PREDICTION_COLOURS[className]),
      object_id: object,
      label: label || `${className} ${number}`,
      name: label,
    };
  });
}

/** The ID of a prediction says on which page it is, and its number there. */
export function predictionId(analysisId: string, object: number): string {
  return `${analysisId}-${object}`;
}

/** The ID of the analysis that a prediction is of. */
export function analysisOf(predictionId: string): string {
  return predictionId.slice(0, predictionId.lastIndexOf("-"));
}

/** An analysis in the shape of the contract. */
export function analysisView(analysis: Analysis, said: readonly SaidRow[]): CircuitAnalysis {
  const { corrections } = foldWords(said);
  return {
    ...analysis,
    ...tablesOf(analysis),
    file_id: analysis.submissionId,
    predictions: predictionViews(analysis),
    threshold_value: analysis.threshold,
    read_threshold: analysis.readThreshold,
    wire_corrections: correct([], corrections).corrections.wires ?? [],
    edited: corrections.length > 0,
  };
}

/** Expressions, tables, inputs and problems in the specification's shapes. */
export function tablesOf({ inputs, outputs, problems }: Pick<Analysis, "inputs" | "outputs" | "problems">) {
  return {
    boolean_expressions: outputs.map(({ name, expression }) => ({ [name]: expression })),
    truth_table: Object.fromEntries(outputs.map(({ name, truth_table }) => [name, truth_table])),
    inputs,
    problems,
  };
}
