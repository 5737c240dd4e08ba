import type { NoAnswer } from "../../core/opening/no-answer.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { RosterStudent } from "../../core/rules/students/roster.ts";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import { looksOf } from "../../core/testdata/looks-of.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import { gradeBatch } from "../grading/grade-batch.ts";
import type { GradingRules } from "../grading/grade-page.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import type { BatchPage } from "../reading/read-batch.ts";

/** A half adder in two items. */
export const task: TaskFile = {
  schema_version: 1,
  id: "t1",
  title: "Half adder",
  type: "quiz",
  items: [
    { item: 2, keys: [{ expression: "A & B", grade: 3 }] },
    { item: 1, keys: [{ expression: "A ^ B", grade: 5 }] },
  ],
};

/** What an output computes, by its rows. */
export const XOR = ["000", "011", "101", "110"];
export const AND = ["000", "010", "100", "111"];

function reading(rows: readonly string[], confidence = 0.999): PageReading {
  return {
    width: 10,
    height: 10,
    gates: [],
    inputs: ["A", "B"],
    outputs: [{ name: "OUT 1", expression: "A ^ B", truth_table: rows }],
    problems: [],
    confidence: 1,
    looks: looksOf(netlistOf([`Y = ${rows === XOR ? "XOR" : "AND"}(A, B)`]), { confidence }),
    netlist: { nets: 0, gates: [], inputs: [], outputs: [] },
    wires: [],
    aside: [],
    predictions: [],
  };
}

interface PageOptions {
  readonly page?: number;
  readonly qr?: string;
  /** All codes of the picture, if there are several. */
  readonly codes?: readonly string[];
  readonly failed?: boolean;
  readonly pageCount?: number;
  readonly confidence?: number;
  readonly noAnswer?: NoAnswer;
}

/** A page of `file` that was read, with one output; the file's name is its hash, too. */
export function page(
  file: string,
  rows: readonly string[],
  { page: number = 1, pageCount = 1, qr, codes, failed = false, confidence, noAnswer }: PageOptions = {},
): BatchPage {
  return {
    file: { file, path: file, stem: file },
    result: {
      page: number,
      fileHash: file,
      pageCount,
      turn: 0,
      qr: qr ?? codes?.[0] ?? null,
      ...(codes && { codes }),
      ...(noAnswer && { noAnswer }),
      width: 10,
      height: 10,
      reading: failed ? null : reading(rows, confidence),
      failure: failed ? { code: "damaged-picture", message: "Damaged." } : null,
      seconds: 0.1,
    },
  };
}

/** The results of some pages of the half adder. */
export function grade(
  pages: readonly BatchPage[],
  roster: readonly RosterStudent[] | null = null,
  more: Partial<GradingRules> = {},
): GradeRecord {
  return gradeBatch(pages, { task, roster, model: "m", ...more });
}

/** A line for each page: what became of it. */
export function overview({ files }: GradeRecord): string[] {
  return files.map(({ file, status, counts, grade }) => `${file} ${status} ${counts ? "counts" : "-"} ${grade}`);
}
