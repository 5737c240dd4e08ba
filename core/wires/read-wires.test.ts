import { describe, expect, it } from "vitest";
import { readGates } from "../gates/read-gates.ts";
import { INK } from "../marks/marks.ts";
import { READING } from "../rules/limits.ts";
import { type CircuitDrawing, drawMarkedCircuit, pointMark } from "../testdata/drawn-circuit.ts";
import { line } from "../testdata/lines.ts";
import { generator } from "../testdata/render/random.ts";
import { readWires } from "./read-wires.ts";

const GATE = { gateClass: "AND", at: [200, 100] } as const;
const UPPER = line("60,112 200,112");
const LOWER = line("60,138 200,138");
const OUTPUT = line("260,125 360,125");

/** Reads the wires of a drawing; ink between the columns `asGate` is what the detector took for a gate. */
function read(drawing: CircuitDrawing, asGate: readonly [number, number] = [0, 0]) {
  const { page, marks } = drawMarkedCircuit(drawing);
  const mask = marks.mask.map((kind, at) => {
    const x = at % page.width;
    return kind === INK.wire && x >= asGate[0] && x < asGate[1] ? INK.gate : kind;
  });
  return readWires(page, { ...marks, mask }, { gates: readGates(page, { ...marks, mask }) });
}

describe("readWires", () => {
  it("takes a long stroke between two wires for wire, whatever the mask calls it", () => {
    const { pins, faults } = read({ gates: [GATE], wires: [UPPER, LOWER, OUTPUT] }, [90, 150]);
    expect(faults).toEqual([]);
    const inputs = pins.filter(({ role }) => role === "input");
    expect(new Set(inputs.map(({ net }) => net)).size).toBe(2);
  });

  it("keeps a wire within a gate's box that starts at a marked end next to a name", () => {
    const short = line("200,112 212,112");
    const drawing = { gates: [GATE], wires: [short, LOWER, OUTPUT], texts: [{ at: [184, 112], text: "A" }] } as const;
    expect(read(drawing).faults).toEqual([{ kind: "open-input", gate: 0 }]);
    expect(read({ ...drawing, points: [pointMark("end", { x: 200, y: 112 })] }).faults).toEqual([]);
  });

  it("counts two strands of one wire at one place as one input", () => {
    const strand = line("176,112 184,119 200,119");
    expect(read({ gates: [GATE], wires: [UPPER, strand, OUTPUT] }).faults).toEqual([{ kind: "open-input", gate: 0 }]);
  });

  it("keeps a rail that begins on another input's tap apart from it where a clear letter is above it", () => {
    const rail = line("120,112 120,300");
    const tap = line("120,138 200,138");
    const inputs = (letter: string | null) => {
      const texts = [
        { at: [45, 112], text: "A" },
        { at: [120, 84], text: letter },
      ] as const;
      const points = [pointMark("junction", { x: 120, y: 112 })];
      const { pins } = read({ gates: [GATE], wires: [UPPER, rail, tap, OUTPUT], texts, points });
      return new Set(pins.filter(({ role }) => role === "input").map(({ net }) => net)).size;
    };
    expect(inputs("B")).toBe(2);
    expect(inputs(null)).toBe(1);
  });

  it("keeps a tap on its rail where the letter behind it is another wire's", () => {
    const line = (...places: [number, number][]) => places;
    const wires = [
      line([120, 60], [120, 262], [200, 262]),
      line([120, 138], [200, 138]),
      line([170, 40], [170, 112], [200, 112]),
      line([150, 288], [200, 288]),
      line([260, 275], [360, 275]),
      OUTPUT,
    ];
    const texts = [{ at: [70, 120], text: "D" }] as const;
    const gates = [GATE, { gateClass: "AND", at: [200, 250] }] as const;
    const isOnRail = (others: typeof wires) => {
      const { pins } = read({ gates, wires: [...wires, ...others], texts });
      const netOf = (gate: number, place: number) =>
        pins.find((pin) => pin.gate === gate && pin.role === "input" && Math.abs(pin.at.y - place) < 6)?.net;
      return netOf(0, 138) === netOf(1, 262);
    };
    expect(isOnRail([line([85, 30], [85, 380])])).toBe(true);
    expect(isOnRail([])).toBe(false);
  });

  it.each([
    ["touch", 104],
    ["cross", 60],
  ])("leaves out a frame around the gates that wires %s", (_, from) => {
    const frame = line("100,50 400,54 396,300 104,296 100,50");
    const inputs = [112, 138].map((y) => [
      [from, y],
      [200, y],
    ]) as [number, number][][];
    const output = line("260,125 470,125");
    const { faults, loops, lines } = read({ gates: [GATE], wires: [frame, ...inputs, output] });
    expect({ faults, loops }).toEqual({ faults: [], loops: [] });
    expect(new Set(lines.map(({ net }) => net)).size).toBe(3);
  });

  it("keeps a ring that does not surround all gates", () => {
    const second = { gateClass: "NOT", at: [460, 100] } as const;
    const ring = line("100,50 400,54 396,300 104,296 100,50");
    const { loops } = read({
      gates: [GATE, second],
      wires: [ring, UPPER, LOWER, line("260,125 460,125")],
    });
    expect(loops).toHaveLength(1);
  });

  it("takes no letter's strokes for a wire", () => {
    const letter = line("38,150 52,125");
    const texts = [{ at: [45, 138], text: "B" }] as const;
    const { lines } = read({ gates: [GATE], wires: [UPPER, LOWER, OUTPUT, letter], texts });
    expect(lines).toHaveLength(3);
  });

  it("takes a stroke that begins at a letter and leads nowhere for the letter's", () => {
    const stem = line("390,112 396,88");
    const drawing = {
      gates: [GATE],
      wires: [UPPER, LOWER, OUTPUT, stem],
      texts: [{ at: [380, 125], text: "D" }],
    } as const;
    expect(read(drawing).lines).toHaveLength(3);
    // One that goes on at another line is a wire.
    const onward = line("396,80 396,20");
    expect(read({ ...drawing, wires: [...drawing.wires, onward] }).lines).toHaveLength(4);
    expect(read({ ...drawing, texts: [] }).lines).toHaveLength(4);
  });

  it("finds a box that is not a gate", () => {
    const box = line("360,90 450,90 450,190 360,190 360,90");
    const { loops } = read({ gates: [GATE], wires: [UPPER, LOWER, OUTPUT, box] });
    expect(loops).toHaveLength(1);
    expect(loops[0]!.width).toBeGreaterThan(85);
    expect(read({ gates: [GATE], wires: [UPPER, LOWER, OUTPUT] }).loops).toEqual([]);
  });

  it("weighs all readings of a circuit, and breaks off on a page of scribbles", () => {
    expect(read({ gates: [GATE], wires: [UPPER, LOWER, OUTPUT] }).isComplete).toBe(true);
    const next = generator(1);
    const zigzags = Array.from({ length: 60 }, () =>
      Array.from({ length: 8 }, () => [10 + 580 * next(), 10 + 380 * next()] as const),
    );
    expect(read({ gates: [GATE], wires: zigzags }).isComplete).toBe(false);
  });

  it.each([
    ["followed", 15, true],
    ["not followed where they meet in too many places", 18, false],
  ])("a page of strokes side by side is %s", (_, rows, isTraced) => {
    // Each stroke has two ends and nearly touches the next one: 3 places a stroke. None goes on in the one below it.
    expect(3 * rows * 80 < READING.places).toBe(isTraced);
    expect(rows * 80).toBeLessThan(READING.lines);
    const strokes = Array.from({ length: rows * 80 }, (_, index) => {
      const row = Math.floor(index / 80);
      const [x, y] = [20 + 7 * (index % 80), 20 + 20 * row];
      return [
        [x, y],
        [x + (row % 2 === 0 ? 4 : -4), y + 10],
      ] as const;
    });
    const found = read({ gates: [], wires: strokes });
    expect(found.isTraced).toBe(isTraced);
  });
});
