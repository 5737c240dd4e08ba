import { describe, expect, it } from "vitest";
import { isInside } from "../geometry/boxes.ts";
import { type CircuitDrawing, drawMarkedCircuit } from "../testdata/drawn-circuit.ts";
import { line } from "../testdata/lines.ts";
import { drawingAlone } from "./drawing-alone.ts";
import { INK } from "./marks.ts";

const GATE: CircuitDrawing = {
  gates: [{ gateClass: "AND", at: [100, 60] }],
  wires: [line("40,72 100,72"), line("160,85 220,85")],
  texts: [{ at: [25, 72], text: "A" }],
};

/** The drawing without what is not of it, if the gates but the first have this confidence. */
function aloneWith({ second = 1, ...drawing }: CircuitDrawing & { second?: number }, blocks: readonly number[] = []) {
  const { page, marks } = drawMarkedCircuit(drawing);
  const gates = marks.gates.map((gate, index) => ({ ...gate, confidence: index === 0 ? 1 : second }));
  const asBlocks = new Set(blocks.map((index) => gates[index]!));
  return drawingAlone({ ...marks, gates }, { ...page, places: [], blocks: asBlocks });
}

/** Which of some places still have ink, after those of the page that are not the drawing's were left aside. */
function left(
  drawing: CircuitDrawing,
  at: readonly (readonly [number, number])[],
  said: Partial<Parameters<typeof drawingAlone>[1]> = {},
) {
  const { page, marks } = drawMarkedCircuit(drawing);
  const { marks: alone } = drawingAlone(marks, { ...page, places: [], ...said });
  expect(at.map(([x, y]) => marks.mask[y * page.width + x])).not.toContain(INK.paper);
  return at.map(([x, y]) => alone.mask[y * page.width + x] !== INK.paper);
}

/** A corner of a table and a letter in it. */
const TABLE: CircuitDrawing = {
  wires: [line("400,250 560,250"), line("480,200 480,380")],
  texts: [{ at: [520, 300], text: "B" }],
};

describe("drawingAlone", () => {
  const both = {
    ...GATE,
    wires: [...GATE.wires!, ...TABLE.wires!],
    texts: [...GATE.texts!, ...TABLE.texts!],
  };
  const letter = [520, 290] as const;

  it("keeps a line below the gates that runs past all of them, with its letters", () => {
    const line = (from: number, name: string[]) => ({
      ...GATE,
      wires: [
        ...GATE.wires!,
        [
          [from, 180],
          [220, 180],
        ] as const,
      ],
      texts: [...GATE.texts!, ...name.map((text) => ({ at: [from - 15, 180] as const, text }))],
    });
    expect(left(line(40, ["B"]), [[150, 180]])).toEqual([true]);
    expect(left(line(40, ["B"]), [[25, 170]])).toEqual([true]);
    expect(left(line(120, []), [[150, 180]])).toEqual([false]);
  });

  it("keeps gates, their wires and the letters next to those, and leaves a table aside", () => {
    const places = [[70, 72], [190, 85], [25, 62], [430, 250], [480, 300], letter] as const;
    expect(left(both, places)).toEqual([true, true, true, false, false, false]);
  });

  it("follows a wire over a gap that the pen left, and letters of one name", () => {
    const gap = {
      ...GATE,
      wires: [...GATE.wires!, line("250,85 400,85")],
      texts: [
        ...GATE.texts!,
        { at: [490, 85], text: null },
        { at: [515, 85], text: null },
        { at: [590, 300], text: null },
      ] as const,
    };
    expect(left(gap, line("300,85 490,75 515,75 590,290"))).toEqual([true, true, true, false]);
  });

  it("keeps a line among the gates, however far it is from them, and no writing there", () => {
    const among: CircuitDrawing = {
      ...GATE,
      gates: [...GATE.gates!, { gateClass: "OR", at: [560, 320] }],
      wires: [...GATE.wires!, line("350,220 420,220")],
      texts: [...GATE.texts!, { at: [480, 160], text: "B" }],
    };
    expect(left(among, line("380,220 480,150"))).toEqual([true, false]);
  });

  it("leaves shapes aside that may be gates, away from those that surely are", () => {
    const apart: CircuitDrawing = { ...GATE, gates: [...GATE.gates!, { gateClass: "OR", at: [480, 320] }] };
    const { marks, aside } = aloneWith({ ...apart, second: 0.5 });
    expect(marks.gates.map(({ gateClass }) => gateClass)).toEqual(["AND"]);
    expect(marks.mask.lastIndexOf(INK.gate)).toBeLessThan(300 * 600);
    expect(aside).toHaveLength(1);
    expect(aloneWith({ ...apart, second: 0.8 }).marks.gates).toHaveLength(2);
    // A wire that a letter was read in leads there.
    const joined = { ...apart, wires: [...apart.wires!, line("220,85 340,85 340,335 460,335")] };
    expect(aloneWith({ ...joined, second: 0.5 }).marks.gates).toHaveLength(2);
  });

  it("leaves a block with pins aside that nothing joins to a gate", () => {
    const block: CircuitDrawing = {
      ...GATE,
      gates: [...GATE.gates!, { gateClass: "AND", at: [450, 300] }],
      wires: [...GATE.wires!, line("410,325 450,325"), line("510,325 560,325")],
    };
    expect(aloneWith(block, [1]).marks.gates).toHaveLength(1);
    expect(aloneWith(block).marks.gates).toHaveLength(2);
  });

  it("keeps all shapes of a page on which none is surely a gate", () => {
    const { page, marks } = drawMarkedCircuit({ gates: [...GATE.gates!, { gateClass: "OR", at: [480, 320] }] });
    const unsure = { ...marks, gates: marks.gates.map((gate) => ({ ...gate, confidence: 0.5 })) };
    expect(drawingAlone(unsure, { ...page, places: [] }).marks).toBe(unsure);
  });

  it("takes in what a person points at", () => {
    expect(left(both, [[430, 250], letter], { places: [{ x: 440, y: 255 }] })).toEqual([true, true]);
  });

  it("says where it left something aside, as regions, and takes a region in again", () => {
    const { page, marks } = drawMarkedCircuit(both);
    const { aside } = drawingAlone(marks, { ...page, places: [] });
    expect(aside).toHaveLength(1);
    const [region] = aside;
    expect(isInside(region!, { x: 430, y: 250 })).toBe(true);
    expect(isInside(region!, { x: letter[0], y: letter[1] })).toBe(true);
    expect(left(both, [[430, 250], [480, 300], letter], { regions: aside })).toEqual([true, true, true]);
    expect(drawingAlone(marks, { ...page, places: [], regions: aside }).aside).toEqual([]);
  });

  it("leaves the marks of a page without gates as they are", () => {
    const { page, marks } = drawMarkedCircuit(TABLE);
    expect(drawingAlone(marks, { ...page, places: [] }).marks).toBe(marks);
  });
});
