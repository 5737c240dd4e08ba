import { expect, test } from "vitest";
import { NOTHING_DRAWN } from "../../core/rules/problem.ts";
import { parseDrawings, writeDrawings } from "../../core/similarity/copies/drawings-file.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { comparedDrawings } from "./compared-drawing.ts";
import { keptDrawingsOf } from "./load-drawings.ts";

function code(item: number, studentId?: string): string {
  const content = { taskId: "t1", item, ...(studentId === undefined ? {} : { studentId }) };
  return formatQrText(content, { origin: "https://x.example", secret: "s" });
}

function drawn(file: string, codes: readonly string[]): BatchPage {
  const reading = {
    width: 10,
    height: 10,
    gates: [],
    inputs: [],
    outputs: [],
    problems: [],
    confidence: 1,
    looks: [],
    netlist: { nets: 0, gates: [], inputs: [], outputs: [] },
    wires: [],
    aside: [],
    predictions: [],
  };
  const page = { page: 1, pageCount: 1, fileHash: file, turn: 0 as const, width: 10, height: 10, seconds: 0 };
  return {
    file: { file, path: file, stem: file },
    result: { ...page, qr: codes[0] ?? null, ...(codes.length > 1 && { codes }), reading, failure: null },
  };
}

test("a bare template and a page that is no answer are nobody's same file", () => {
  const page = drawn("20230002_quiz[1].png", []);
  const { result } = page;
  const bare = { ...result.reading!, problems: [{ code: NOTHING_DRAWN, message: "" }] };
  const pages = [page, { ...page, result: { ...result, reading: bare } }];
  const foreign: BatchPage = { ...page, result: { ...result, noAnswer: "no-circuit" } };
  const kept = keptDrawingsOf([...pages, foreign]);
  // The file finds the page's reading in the journal, whatever is on it.
  expect(kept.map(({ sha256 }) => sha256)).toEqual([result.fileHash, result.fileHash, result.fileHash]);
  const known = parseDrawings([...writeDrawings(kept)].join(""));
  const pictures = known.ok && comparedDrawings(known.drawings, null).map(({ circuit }) => circuit.picture);
  expect(pictures).toEqual([`${result.fileHash} 1`, undefined, undefined]);
});

test.each([
  ["IMG_1.png", [code(2, "20230001")], "20230001", 2],
  ["20230002_quiz[1].png", [], "20230002", 1],
  ["20230002_quiz[2].png", [code(1), code(2)], "20230002", 2],
  ["20230002_quiz[1].png", ["https://example.org", code(1, "20230002")], "20230002", 1],
  ["IMG_1.png", [code(1, "20230001"), code(1, "20230002")], null, 1],
  ["20230002_quiz[1].png", [code(1, "20230001"), code(1, "20230002")], "20230002", 1],
] as const)("%s with the codes %j is student %s's answer to item %s", (file, codes, student_id, item) => {
  expect(keptDrawingsOf([drawn(file, codes)])).toMatchObject([{ student_id, item }]);
});
