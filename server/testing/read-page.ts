import { tableRows } from "../../core/boolean/truth-table.ts";
import { deriveExpressions } from "../../core/expressions/derive-expressions.ts";
import { looksOf } from "../../core/testdata/looks-of.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import type { AppContext } from "../context.ts";
import type { submissions } from "../db/schema.ts";
import { insertSubmission } from "./fixtures.ts";
import { insertReading } from "./insert-reading.ts";

interface ReadPage extends Partial<typeof submissions.$inferInsert> {
  readonly taskId: string;
  readonly studentId: string;
  /** The gates, as `netlistOf` takes them. */
  readonly lines: readonly string[];
  /** The names of the outputs; the last line's without it. */
  readonly outputs?: readonly string[];
  /** Of each gate, and how likely the first one is what it is, 0 … 1. */
  readonly confidence?: number;
}

/** Stores a submission as if its page had been read; returns its ID. */
export async function insertReadPage(
  context: AppContext,
  { lines, outputs: names, confidence = 0.98, ...row }: ReadPage,
): Promise<string> {
  const plain = netlistOf(lines, names);
  const boxes = lines.map((_, index) => ({ x: 100, y: 50 + 60 * index, width: 60, height: 40 }));
  const netlist = { ...plain, gates: plain.gates.map((gate, index) => ({ ...gate, box: boxes[index]!, confidence })) };
  const { inputs, outputs } = deriveExpressions(netlist);
  const tables = outputs.map(({ name, expression, truthTable }) => {
    return { name, expression: expression!, truth_table: tableRows(truthTable!) };
  });
  const filename = `${row.studentId}_quiz[${row.item ?? 1}].png`;
  const submissionId = await insertSubmission(context, { filename, ...row });
  const reading = {
    netlist,
    wires: [],
    predictions: netlist.gates.map(({ gateClass }, index) => {
      const sheet = { x: 0, y: 0 };
      return { object: index + 1, className: gateClass, box: boxes[index]!, confidence, by: "machine" as const, sheet };
    }),
    result: { width: 800, height: 600, inputs, outputs: tables, problems: [], confidence },
  };
  await insertReading(context, { submissionId, reading, looks: looksOf(netlist, { confidence }) });
  return submissionId;
}
