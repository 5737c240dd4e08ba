import type { LaidOutCircuit } from "../../core/similarity/layouts/laid-out-circuit.ts";
import type { AppContext } from "../context.ts";
import type { submissions } from "../db/schema.ts";
import { insertSubmission } from "./fixtures.ts";
import { insertReading } from "./insert-reading.ts";

/** Pixels of a made-up page per unit of the drawing. */
const SCALE = 40;

/** A submission that was read as this drawing, without its picture; `row` overrides its other columns. */
export async function insertDrawing(
  context: AppContext,
  circuit: LaidOutCircuit,
  row: { taskId: string; studentId: string } & Partial<typeof submissions.$inferInsert>,
): Promise<string> {
  const submissionId = await insertSubmission(context, row);
  const boxOf = ({ x, y, width, height }: LaidOutCircuit["nodes"][number]) => ({
    x: SCALE * (x - width / 2) + 200,
    y: SCALE * (y - height / 2) + 200,
    width: SCALE * width,
    height: SCALE * height,
  });
  const of = (kind: string) => circuit.nodes.filter((node) => node.kind === kind);
  const netlist = {
    nets: 1,
    gates: of("gate").map((node) => ({ gateClass: node.name as "AND", inputs: [], output: null, box: boxOf(node) })),
    inputs: of("input").map((node) => ({ name: node.name, net: 0, box: boxOf(node) })),
    outputs: of("output").map((node) => ({ name: node.name, net: 0, box: boxOf(node) })),
  };
  const lines = circuit.wires.map((wire) => wire.map(({ x, y }) => ({ x: SCALE * x + 200, y: SCALE * y + 200 })));
  const predictions = circuit.nodes.map((node, index) => ({
    object: index + 1,
    className: (node.kind === "gate" ? node.name : node.kind) as "AND",
    label: node.name,
    box: boxOf(node),
    confidence: 0.9,
    by: "machine" as const,
    sheet: { x: 10 * node.x, y: 10 * node.y },
  }));
  const result = { width: 1000, height: 1000, inputs: [], outputs: [], problems: [], confidence: null };
  const reading = { netlist, wires: [{ net: 0, lines }], predictions, result };
  await insertReading(context, { submissionId, reading });
  return submissionId;
}
