import * as detection from "../results/detection.ts";
import { call, type Endpoint } from "./endpoint.ts";

export const DETECTION_ENDPOINTS = {
  validateExpression: call("POST /detect-gates/validate-expression", "session", {
    summary: "Whether an expression can be a key, and what is wrong with it",
    body: detection.validateExpressionBody,
    response: detection.validateExpressionResponse,
  }),
  generateTruthTable: call("POST /detect-gates/generate-truth-table", "session", {
    summary: "An expression's truth table",
    body: detection.truthTableBody,
    response: detection.truthTableResponse,
  }),
  flagSimilarCircuits: call("GET /detect-gates/flag-similar-circuits", "session", {
    summary: "Groups of drawings that are too similar, by the specification's rule",
    query: detection.similarQuery,
    response: detection.similarResponse,
  }),
  generateNetlist: call("GET /detect-gates/generate-netlist/:fileId", "session", {
    summary: "A page's circuit as LTspice schematic",
    response: "text/plain",
  }),
  generateVerilog: call("GET /detect-gates/generate-verilog/:fileId", "session", {
    summary: "A page's circuit as Verilog module",
    response: "text/plain",
  }),
  addPrediction: call("POST /detect-gates/add-prediction/:circuitAnalysisId", "session", {
    summary: "Add a symbol that was not found",
    body: detection.addPredictionBody,
    response: detection.predictionsEditedResponse,
  }),
  editPrediction: call("PUT /detect-gates/edit-prediction/:circuitAnalysisId", "session", {
    summary: "Change a symbol's class",
    body: detection.editPredictionBody,
    response: detection.predictionsEditedResponse,
  }),
  movePrediction: call("PUT /detect-gates/move-prediction/:circuitAnalysisId", "session", {
    summary: "Move or resize a symbol's box",
    body: detection.movePredictionBody,
    response: detection.predictionsEditedResponse,
  }),
  correctWires: call("PUT /detect-gates/correct-wires/:circuitAnalysisId", "session", {
    summary: "Correct the wires, and read the page again with the corrections",
    body: detection.correctWiresBody,
    response: detection.circuitDataResponse,
  }),
  deletePrediction: call("DELETE /detect-gates/delete-prediction/:predictionId", "session", {
    summary: "Remove a symbol that was found by mistake",
    query: detection.deletePredictionQuery,
    response: detection.predictionsEditedResponse,
  }),
  setFilterThreshold: call("POST /detect-gates/set-filter-threshold", "session", {
    summary: "Show the page as ink at this threshold, and read it with it",
    body: detection.filterThresholdBody,
    response: "image/*",
  }),
  processDetection: call("POST /detect-gates/process-detection/:fileId", "session", {
    summary: "Read a page, or all of its task's pages, again",
    body: detection.processDetectionBody,
    response: detection.processDetectionResponse,
  }),
  analyzeCircuit: call("POST /detect-gates/analyze-circuit/:fileId", "session", {
    summary: "Follow the wires again after corrections",
    response: detection.analyzeCircuitResponse,
  }),
  getCircuitData: call("GET /detect-gates/get-circuit-data/:fileId", "session", {
    summary: "Everything that was read on a page",
    response: detection.circuitDataResponse,
  }),
} as const satisfies Record<string, Endpoint>;
