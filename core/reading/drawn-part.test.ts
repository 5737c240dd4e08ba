import { expect, it } from "vitest";
import { points } from "../testdata/lines.ts";
import { drawnPart } from "./drawn-part.ts";

const GATE = { gateClass: "AND", inputs: [], output: 0, box: { x: 400, y: 300, width: 100, height: 80 } } as const;
const SIZE = { width: 2000, height: 1400 };
const nets = (gates: readonly (typeof GATE)[]) => ({ nets: 1, gates, inputs: [], outputs: [] });

it("is around gates, wires and problems, with some paper", () => {
  const wires = [
    {
      net: 0,
      lines: [points("500,340 700,340")],
    },
    // A line of writing that leads to no gate.
    {
      net: null,
      lines: [points("100,1300 1900,1300")],
    },
  ];
  const problems = [{ code: "loose-end", message: "", box: { x: 690, y: 330, width: 10, height: 170 } }];
  const part = drawnPart({ netlist: nets([GATE]), wires, problems, ...SIZE });
  expect(part).toEqual({ x: 376, y: 276, width: 348, height: 248 });
});

it("stays inside the picture", () => {
  const box = { x: 0, y: 0, width: 1000, height: 800 };
  const part = drawnPart({ netlist: nets([{ ...GATE, box } as never]), wires: [], problems: [], ...SIZE });
  expect(part).toEqual({ x: 0, y: 0, width: 1080, height: 880 });
});

it("is nothing without a gate, and where the circuit fills the picture", () => {
  const of = { wires: [], problems: [], ...SIZE };
  expect(drawnPart({ netlist: null, ...of })).toBeNull();
  expect(drawnPart({ netlist: nets([]), ...of })).toBeNull();
  const box = { x: 20, y: 20, width: 1950, height: 1350 };
  expect(drawnPart({ netlist: nets([{ ...GATE, box } as never]), ...of })).toBeNull();
});
