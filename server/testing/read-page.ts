import { tableRows } from "../../core/boolean/truth-table.ts";
import { deriveExpressions } from "../../core/expressions/derive-expressions.ts";
import { looksOf } from "../../core/testdata/looks-of.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import { analyses, pageLooks, predictions, type submissions } from "../db/schema.ts";
import { insertSubmission } from "./fixtures.ts";

interface ReadPage extends Partial<typeof submissions.$inferInsert> {
  readonly taskId: string;
  readonly studentId: string;
  /** The gates, as `netlistOf` takes them. */
  readonly lines: readonly string[];
  /** Of each gate, and how likely the first one is what it is, 0 … 1. */
  readonly confidence?: number;
}

/** Stores a submission as if its page had been read; returns its ID. */
export async function insertReadPage(
  context: AppContext,
  { lines, confidence = 0.98, ...row }: ReadPage,
): Promise<string> {
  const plain = netlistOf(lines);
  const box = { x: 100, y: 50, width: 60, height: 40 };
  const netlist = { ...plain, gates: plain.gates.map((gate) => ({ ...gate, box, confidence })) };
  const { inputs, outputs } = deriveExpressions(netlist);
  const tables = outputs.map(({ name, expression, truthTable }) => {
    return { name, expression: expression!, truth_table: tableRows(truthTable!) };
  });
  const filename = `${row.studentId}_quiz[${row.item ?? 1}].png`;
  const submissionId = await insertSubmission(context, { filename, ...row });
  const size = { width: 800, height: 600 };
  const analysis = { id: newId(), submissionId, state: "done" as const, ...size, updatedAt: 0, confidence };
  await context.db.write((query) =>
    query.batch([
      query.insert(analyses).values({ ...analysis, inputs, outputs: tables, netlist }),
      query.insert(pageLooks).values({ analysisId: analysis.id, looks: looksOf(netlist, { confidence }) }),
      ...netlist.gates.map((gate, index) =>
        query.insert(predictions).values({
          id: newId(),
          analysisId: analysis.id,
          objectId: index + 1,
          className: gate.gateClass,
          label: "",
          ...box,
          confidence,
          source: "detected" as const,
        }),
      ),
    ]),
  );
  return submissionId;
}
