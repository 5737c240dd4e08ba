import { writeLtspiceAsc } from "../../core/netlist/formats/ltspice-asc.ts";
import { writeVerilog } from "../../core/netlist/formats/verilog.ts";
import type { Router } from "../router.ts";
import { findSimilar } from "../services/grading/similar.ts";
import { analysisOf } from "../services/reading/analysis-views.ts";
import {
  analyzeCircuit,
  circuitData,
  processDetection,
  readNetlist,
  setFilterThreshold,
} from "../services/reading/detection.ts";
import { addPrediction, changePrediction } from "../services/reading/predictions.ts";
import { correctWires } from "../services/reading/wire-corrections.ts";
import { download } from "../services/submissions/file-answers.ts";
import { checkExpression, truthTables } from "../services/tasks/expressions.ts";

const TEXT = "text/plain; charset=utf-8";

/** Everything about reading a page: predictions, circuits, tables, netlists. */
export function detectionRoutes({ on }: Router): void {
  on("validateExpression", async ({ body }) => checkExpression(body.expression));
  on("generateTruthTable", ({ context, body }) => truthTables(context, body.expressions));

  on("flagSimilarCircuits", ({ context, user, query }) => {
    return findSimilar(context, { userId: user.id, taskId: query.task_id, margin: query.margin_of_error });
  });

  on("generateNetlist", async ({ context, user, params: { fileId } }) => {
    const netlist = await readNetlist(context, user.id, fileId);
    return download(writeLtspiceAsc(netlist), { type: TEXT, name: `circuit_${fileId}.asc` });
  });
  on("generateVerilog", async ({ context, user, params: { fileId } }) => {
    const netlist = await readNetlist(context, user.id, fileId);
    return download(writeVerilog(netlist), { type: TEXT, name: `circuit_${fileId}.v` });
  });

  on("addPrediction", ({ context, user, params, body: { className, label = "", ...box } }) => {
    return addPrediction(context, { user, analysisId: params.circuitAnalysisId, is: { className, label, box } });
  });
  on("editPrediction", ({ context, user, params, body: { predictionId: id, seen, ...to } }) => {
    return changePrediction(context, { user, analysisId: params.circuitAnalysisId, id, seen, to });
  });
  on("movePrediction", ({ context, user, params, body: { predictionId: id, seen, ...box } }) => {
    return changePrediction(context, {
      user,
      analysisId: params.circuitAnalysisId,
      id,
      seen: { box: seen },
      to: { box },
    });
  });
  on("correctWires", async ({ context, user, params, body: { corrections, seen } }) => ({
    circuit_analysis: await correctWires(context, {
      user,
      analysisId: params.circuitAnalysisId,
      corrections,
      seen,
    }),
  }));
  on("deletePrediction", ({ context, user, params: { predictionId: id }, query: { seenClass: className } }) => {
    return changePrediction(context, { user, analysisId: analysisOf(id), id, seen: { className }, to: null });
  });

  on("setFilterThreshold", ({ context, user, body }) => setFilterThreshold(context, user.id, body));
  on("processDetection", ({ context, user, params, body }) => {
    return processDetection(context, user, { ...params, ...body });
  });
  on("analyzeCircuit", ({ context, user, params }) => analyzeCircuit(context, user.id, params.fileId));
  on("getCircuitData", async ({ context, user, params }) => ({
    circuit_analysis: await circuitData(context, user.id, params.fileId),
  }));
}
