import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { resultsManifest } from "../../core/results/results-manifest.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { gradedPage } from "../testdata/graded-page.ts";
import { gradesCsv, reviewCsv } from "./grades-csv.ts";

const record: GradeRecord = {
  schema_version: 1,
  model: "m",
  manifest: resultsManifest({ model: "m", keyVersion: "k" }),
  task: { schema_version: 1, id: "t", title: "T", type: "quiz", items: [{ item: 1, keys: [] }], maximum: 5 },
  summary: { pages: 1, graded: 0, review: 1, failed: 0, extra: 0, set_aside: 0, queued: 1, students: 2, machine: 0 },
  files: [
    gradedPage({
      file: '=cmd|"/c calc"!A1.png',
      status: "review",
      grade: null,
      proposed: null,
      reasons: [
        { code: "open-input", message: "An input, of the AND gate, is open." },
        { code: "duplicate", message: "Twice." },
      ],
      question: {
        text: "If this gate is a NAND, the answer is right.",
        choices: [
          { name: "0a1b2c3d4e5f", text: "As it was read.", places: [], points: 0, outputs: [] },
          { name: "1a1b2c3d4e5f", text: "This gate is a NAND.", places: [], points: 5, outputs: [] },
        ],
      },
      by: null,
    }),
  ],
  students: ["=1+1", "+1", "-1", "@a", 'Ann "A", jr.', "Cruz; Bo"].map((name, index) => ({
    student_id: `1234567${index}`,
    name,
    status: "graded" as const,
    items: [{ item: 1, file: "a", page: 1, grade: 4 }],
    total: index === 0 ? null : 4,
  })),
  answer_groups: [],
  queue: [
    {
      file: '=cmd|"/c calc"!A1.png',
      page: 1,
      student_id: "12345678",
      item: 1,
      confidence: 0.9,
      code: "duplicate",
      label: "Duplicate page",
      reasons: [],
    },
  ],
};

test("one line for each student; cells that a spreadsheet would execute are text", () => {
  const [header, ...lines] = parse(gradesCsv(record)) as string[][];
  expect(header).toEqual(["student_id", "name", "item_1", "total", "maximum", "status"]);
  expect(lines.map(([, name]) => name)).toEqual(["'=1+1", "'+1", "'-1", "'@a", 'Ann "A", jr.', "Cruz; Bo"]);
  expect(gradesCsv(record)).toContain('\n12345675,"Cruz; Bo",4,');
  expect(lines[0]).toEqual(["12345670", "'=1+1", "4", "", "5", "graded"]);
});

test("the review list has every page that needs a person, with what is wrong in words", () => {
  expect(reviewCsv(record)[0]).toBe("\uFEFF");
  const [, line] = parse(reviewCsv(record)) as string[][];
  expect(line).toEqual([
    '\'=cmd|"/c calc"!A1.png',
    "1",
    "12345678",
    "1",
    "",
    "5",
    "",
    "",
    "",
    "review",
    "yes",
    "Duplicate page",
    "An input, of the AND gate, is open. · Twice.",
    "1: As it was read. (0 points) 2: This gate is a NAND. (5 points)",
    "",
  ]);
});
