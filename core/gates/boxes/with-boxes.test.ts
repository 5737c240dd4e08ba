import { afterAll, describe, expect, it } from "vitest";
import { BOX_LABEL } from "../../marks/detector/detector.ts";
import { openOnnxDetector, readModelFiles } from "../../marks/detector/onnx-detector.ts";
import { INK } from "../../marks/marks.ts";
import { GATE_CLASSES, type GateClass } from "../../rules/gates.ts";
import { type CircuitDrawing, drawMarkedCircuit } from "../../testdata/drawn-circuit.ts";
import { line } from "../../testdata/lines.ts";
import { withBoxes } from "./with-boxes.ts";

const detector = await openOnnxDetector(await readModelFiles(new URL("../../../models/", import.meta.url)));
afterAll(() => detector.close());

type Label = GateClass | "1" | "other";

interface Boxed extends Partial<Pick<CircuitDrawing, "bubbles" | "wires" | "gates">> {
  /** The lines at the right of the box. */
  readonly output?: ReturnType<typeof line>[];
}

/** Boxes with a stroke in them, one below the other from the top, and wires at both sides; `labels` is what is read. */
async function boxes(
  labels: readonly Label[],
  { bubbles: circles = [], wires: further = [], gates = [], output }: Boxed = {},
) {
  const wires = labels.flatMap((_, k) => {
    const at = (x: number, y: number) => `${x},${y + 90 * k}`;
    return [
      line([at(100, 20), at(160, 20), at(160, 80), at(100, 80), at(100, 20)].join(" ")),
      line([at(130, 38), at(130, 62)].join(" ")),
      line([at(40, 50), at(100, 50)].join(" ")),
      ...(output ?? [line([at(circles.length > 0 ? 173 : 160, 50), at(300, 50)].join(" "))]),
    ];
  });
  const { page, marks } = drawMarkedCircuit({ wires: [...wires, ...further], bubbles: circles, gates });
  let asked = 0;
  const classes: readonly Label[] = [...GATE_CLASSES, "1", "other"];
  const readBoxLabels = async (_: Float32Array, count: number) => {
    asked = count;
    const logits = new Float32Array(count * BOX_LABEL.classes);
    for (const [k, label] of labels.slice(0, count).entries())
      logits.set([8], k * BOX_LABEL.classes + classes.indexOf(label));
    return logits;
  };
  const found = await withBoxes(page, { ...marks, points: [] }, { ...detector, readBoxLabels });
  return { asked, marks: found, classes: found.gates.map(({ gateClass }) => gateClass) };
}

describe("withBoxes", () => {
  it("takes a box for the gate that is written in it, and its ink for a gate's", async () => {
    const { marks, classes, asked } = await boxes(["OR"]);
    expect({ classes, asked }).toEqual({ classes: ["OR"], asked: 1 });
    expect(marks.gates[0]).toMatchObject({ direction: "right", isBox: true });
    expect(marks.gates[0]!.confidence).toBeGreaterThan(0.9);
    expect(marks.mask[50 * 600 + 130]).toBe(INK.gate);
    expect(marks.mask[50 * 600 + 60]).toBe(INK.wire);
  });

  it("complements it by a circle at its output, which is then in its box", async () => {
    const { marks, classes } = await boxes(["AND"], { bubbles: [[167, 50]] });
    expect(classes).toEqual(["NAND"]);
    const { x, width } = marks.gates[0]!.box;
    expect(x + width).toBeGreaterThan(171);
    expect((await boxes(["1"], { bubbles: [[167, 50]] })).classes).toEqual(["NOT"]);
    expect((await boxes(["XNOR"])).classes).toEqual(["XNOR"]);
  });

  it("sees circles that are drawn open or filled, and those at inputs", async () => {
    const circle = "167,50 168,45 173,43 178,45 180,50 178,55 173,57 169,56";
    const after = line("180,50 300,50");
    expect((await boxes(["AND"], { output: [line(circle), after] })).classes).toEqual(["NAND"]);
    const filled = line(`${circle} 173,50 170,48 176,53 176,47 170,52 173,46 173,54`);
    expect((await boxes(["AND"], { output: [filled, after] })).classes).toEqual(["NAND"]);
    const { marks } = await boxes(["AND"], { bubbles: [[93, 50]], output: [line("160,50 300,50")] });
    expect(marks.points.filter(({ kind }) => kind === "bubble").map(({ at }) => Math.round(at.x / 10))).toEqual([9]);
    expect(marks.gates[0]!.gateClass).toBe("AND");
  });

  it("takes lines that end just before a box for its wires", async () => {
    expect((await boxes(["AND"], { output: [line("174,50 300,50")] })).classes).toEqual(["AND"]);
    expect((await boxes(["AND"], { output: [line("200,50 300,50")] })).classes).toEqual([]);
  });

  it("takes a box with wires only above and below for a gate that points down", async () => {
    const inverter = "400,100 430,100 430,150 400,150 400,100";
    const wires = [inverter, "415,112 415,138", "415,60 415,100", "415,163 415,220"].map((points) => line(points));
    const { page, marks: drawn } = drawMarkedCircuit({ wires, bubbles: [[415, 157]] });
    const labels = { readBoxLabels: async () => Float32Array.from([8, 0, 0, 0, 0, 0, 0, 0, 0]) };
    const { gates } = await withBoxes(page, { ...drawn, points: [] }, { ...detector, ...labels });
    expect(gates).toMatchObject([{ gateClass: "NAND", direction: "down" }]);
  });

  it("takes a 1 without a circle for a NOT only next to other boxes", async () => {
    expect((await boxes(["1"])).classes).toEqual([]);
    const { marks, classes } = await boxes(["AND", "1"]);
    expect(classes).toEqual(["AND", "NOT"]);
    expect(marks.gates[1]!.confidence).toBeLessThan(0.7);
  });

  it("leaves other boxes alone, and next to gates takes one with a single input for an inverter", async () => {
    expect((await boxes(["other"])).classes).toEqual([]);
    const { marks, classes } = await boxes(["XOR", "other"]);
    expect(classes).toEqual(["XOR", "NOT"]);
    expect(marks.gates[1]!.confidence).toBe(0.6);
  });

  it("shows that a box with several inputs next to gates was not read", async () => {
    const second = line("40,155 100,155");
    const { marks } = await boxes(["XOR", "other"], { wires: [second] });
    expect(marks.gates[1]).toMatchObject({ gateClass: "AND", confidence: 0.3 });
    expect(marks.gates[1]!.isBox).toBeUndefined();
  });

  it("leaves a box alone on a page with more gates in their own shapes", async () => {
    const gates = [200, 300].map((y) => ({ gateClass: "AND", at: [400, y] }) as const);
    expect((await boxes(["XNOR"], { gates })).classes).toEqual(["AND", "AND"]);
    expect((await boxes(["XNOR"], { gates: gates.slice(1) })).classes).toEqual(["AND", "XNOR"]);
  });
});
