import { describe, expect, it } from "vitest";
import { READING } from "../../rules/limits.ts";
import { plainPage } from "../../testdata/plain-page.ts";
import { INK } from "../marks.ts";
import { decodeGates, decodeMask, decodePoints, type GateCandidate, type Grid, strongestOf } from "./decode-grid.ts";
import { CHANNELS } from "./detector.ts";

/** An empty grid of 8 x 8 cells over a window of 32 x 32 model pixels at (10, 20) with two model pixels a page pixel. */
function emptyGrid(): Grid {
  const data = new Float32Array(CHANNELS.total * 64);
  data.fill(-8, 0, 5 * 64);
  return { window: { width: 32, height: 32, ink: new Float32Array(1024), x: 10, y: 20, scale: 2 }, data };
}

function put(
  grid: Grid,
  channel: number,
  { column, row, value }: { column: number; row: number; value: number },
): void {
  grid.data[channel * 64 + row * 8 + column] = value;
}

describe("decodeGates", () => {
  it("turns a peak into a box in page pixels, with class and direction", () => {
    const grid = emptyGrid();
    const cell = { column: 3, row: 4 };
    put(grid, CHANNELS.heat, { ...cell, value: 3 });
    put(grid, CHANNELS.heat, { column: 4, row: 4, value: 1 });
    put(grid, CHANNELS.gateClass + 3, { ...cell, value: 6 });
    for (const [k, cells] of [1, 2, 3, 1].entries()) {
      put(grid, CHANNELS.box + k, { ...cell, value: Math.log(Math.exp(cells) - 1) });
    }
    put(grid, CHANNELS.direction + 1, { ...cell, value: 0.9 });
    const [gate, ...rest] = decodeGates(grid, 0.5);
    expect(rest).toEqual([]);
    expect(gate!.box.x).toBeCloseTo(10 + (2.5 * 4) / 2);
    expect(gate!.box.y).toBeCloseTo(20 + (2.5 * 4) / 2);
    expect(gate!.box.width).toBeCloseTo(8);
    expect(gate!.box.height).toBeCloseTo(6);
    expect(gate!.classScores.indexOf(Math.max(...gate!.classScores))).toBe(3);
    expect(gate!.direction).toBeCloseTo(Math.PI / 2);
  });

  it("keeps the stronger of two boxes on one place", () => {
    const grid = emptyGrid();
    for (const [column, value] of [
      [2, 2],
      [5, 3],
    ] as const) {
      put(grid, CHANNELS.heat, { column, row: 4, value });
      for (let k = 0; k < 4; k++) put(grid, CHANNELS.box + k, { column, row: 4, value: 10 });
    }
    expect(decodeGates(grid, 0.5).map((gate) => gate.heat)).toEqual([expect.closeTo(1 / (1 + Math.exp(-3)))]);
  });
});

it("keeps the strongest gates, so many and no more", () => {
  const candidates = Array.from({ length: READING.gateCandidates + 50 }, (_, k) => ({
    box: { x: 20 * k, y: 0, width: 10, height: 10 } as GateCandidate["box"],
    classScores: [],
    direction: 0,
    heat: k / 1000,
  }));
  const kept = strongestOf(candidates);
  expect(kept).toHaveLength(READING.gateCandidates);
  expect(Math.min(...kept.map(({ heat }) => heat))).toBeCloseTo(0.05);
});

describe("decodePoints", () => {
  it("names each head and leaves out what is below the threshold", () => {
    const grid = emptyGrid();
    put(grid, 1, { column: 0, row: 0, value: 2 });
    put(grid, 3, { column: 7, row: 7, value: 2 });
    put(grid, 4, { column: 3, row: 3, value: -1 });
    const points = decodePoints(grid, { bubble: 0.5, junction: 0.5, crossing: 0.5, end: 0.5 });
    expect(points.map(({ kind }) => kind)).toEqual(["bubble", "crossing"]);
    expect(points[0]!.at).toEqual({ x: 11, y: 21 });
  });
});

describe("decodeMask", () => {
  it("gives ink its class at half-cell precision and paper none", () => {
    const grid = emptyGrid();
    // Class gate in the right half of cell (0, 0), wire elsewhere.
    for (const sub of [0, 1, 2, 3]) grid.data.fill(1, (CHANNELS.mask + 4 + sub) * 64, (CHANNELS.mask + 5 + sub) * 64);
    for (const sub of [1, 3]) put(grid, CHANNELS.mask + 8 + sub, { column: 0, row: 0, value: 5 });
    const ink = new Uint8Array(40 * 40).fill(200);
    ink[20 * 40 + 12] = 0;
    const page = plainPage({ width: 40, height: 40, ink });
    const mask = decodeMask(grid, page);
    expect(mask[20 * 40 + 10]).toBe(INK.wire);
    expect(mask[20 * 40 + 11]).toBe(INK.gate);
    expect(mask[20 * 40 + 12]).toBe(INK.paper);
    expect(mask[0]).toBe(INK.paper);
  });
});
