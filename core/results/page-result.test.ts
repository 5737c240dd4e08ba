import { expect, it } from "vitest";
import { tableRows } from "../boolean/truth-table.ts";
import { deriveExpressions } from "../expressions/derive-expressions.ts";
import { looksOf } from "../testdata/looks-of.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { pageResult, type ResultSource, resultLines } from "./page-result.ts";
import { resultsManifest } from "./results-manifest.ts";

const KEYS = [{ expression: "A & B", grade: 5 }];
const MANIFEST = resultsManifest({ model: "m", keyVersion: "k" });
const BOX = { x: 10.04, y: 20, width: 30, height: 30 };

function source(lines: readonly string[], parts: Partial<ResultSource> & { confidence?: number } = {}): ResultSource {
  const { confidence = 0.99, ...rest } = parts;
  const plain = netlistOf(lines);
  const netlist = { ...plain, gates: plain.gates.map((gate) => ({ ...gate, box: BOX, confidence })) };
  const { inputs, outputs } = deriveExpressions(netlist);
  const reading = {
    width: 900,
    height: 600,
    inputs,
    outputs: outputs.map(({ name, expression, truthTable }) => {
      return { name, expression: expression!, truth_table: tableRows(truthTable!) };
    }),
    problems: [],
    netlist,
    wires: [],
    confidence,
    looks: looksOf(netlist, { confidence }),
  };
  const page = { studentId: "20230001", item: 1, sha256: "ab", page: 1, turn: 0 as const };
  return { ...page, corrected: false, reading, failure: null, ...rest };
}

it("contains the reading, its points, and what they are based on", () => {
  const result = pageResult(source(["Y = AND(A, B)"]), { keys: KEYS, manifest: MANIFEST });
  expect(result).toMatchObject({
    schema_version: 1,
    student_id: "20230001",
    item: 1,
    sha256: "ab",
    status: "graded",
    width: 900,
    gates: [{ class_name: "AND", x: 10, y: 20, width: 30, height: 30, confidence: 0.99, inputs: 2 }],
    inputs: ["A", "B"],
    grade: 5,
    maximum: 5,
    reasons: [],
    explanation: null,
    question: null,
    corrected: false,
    manifest: MANIFEST,
  });
});

it("explains a wrong circuit, and doubts by the manifest's settings", () => {
  const wrong = pageResult(source(["Y = OR(A, B)"]), { keys: KEYS, manifest: MANIFEST });
  expect([wrong.status, wrong.grade, wrong.explanation?.text]).toEqual(["graded", 0, "OR 1 should be an AND."]);
  const unsure = source(["Y = AND(A, B)"], { confidence: 0.6 });
  const codes = (manifest: typeof MANIFEST) => {
    const { status, reasons } = pageResult(unsure, { keys: KEYS, manifest });
    return [status, reasons.map(({ code }) => code)];
  };
  const lax = resultsManifest({ model: "m", keyVersion: "k", certainty: 60 });
  expect(codes(lax)).toEqual(["graded", []]);
  const strict = resultsManifest({ model: "m", keyVersion: "k", certainty: 99.9 });
  expect(codes(strict)).toEqual(["review", ["unsure-verdict"]]);
});

it("says why a page could not be read", () => {
  const failed = source([], { reading: null, failure: "The picture is damaged." });
  const result = pageResult(failed, { keys: KEYS, manifest: MANIFEST });
  const reason = { code: "unreadable", message: "The picture is damaged." };
  expect(result).toMatchObject({ status: "failed", confidence: null, grade: null, maximum: 5, reasons: [reason] });
  expect([result.problems, result.manifest.model]).toEqual([[reason], null]);
});

it("is one line of text, by student and item, the same whatever the order and the last bits of numbers", () => {
  const results = [
    source(["Y = AND(A, B)"], { studentId: "20230002" }),
    source(["Y = AND(A, B)"], { item: 2 }),
    source(["Y = AND(A, B)"], { confidence: 0.99 }),
  ].map((each) => pageResult(each, { keys: KEYS, manifest: MANIFEST }));
  const text = resultLines(results);
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line)).map(({ student_id, item }) => [student_id, item])).toEqual([
    ["20230001", 1],
    ["20230001", 2],
    ["20230002", 1],
  ]);
  const [first, ...others] = results;
  const almost = { ...first!, confidence: first!.confidence! + 1e-15 };
  expect(resultLines([...others, almost].reverse())).toBe(text);
});

it("grades by the item's rubric", () => {
  const rubric = { right_rows_from: 40, most_gates: { count: 0, deduction: 1 } };
  const { grade, adjustments } = pageResult(source(["Y = OR(A, B)"]), { keys: KEYS, rubric, manifest: MANIFEST });
  // Two of four rows are correct: 2 of 5 points; an extra gate takes off 1.
  expect([grade, adjustments.map(({ points }) => points)]).toEqual([1, [-1]]);
});
