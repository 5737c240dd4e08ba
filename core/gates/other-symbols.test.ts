import sharp from "sharp";
import { expect, it } from "vitest";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { blocksOf, otherSymbols } from "./other-symbols.ts";

const SIZE = { width: 300, height: 200 };
const BOX = { x: 100, y: 50, width: 100, height: 100 } as PageBox;

async function pageWith(shape: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><path d="${shape}" stroke="white" stroke-width="4" fill="none"/></svg>`;
  const ink = await sharp(Buffer.from(svg)).flatten({ background: "black" }).greyscale().raw().toBuffer();
  return { ...SIZE, ink: new Uint8Array(ink) } as unknown as Parameters<typeof otherSymbols>[0];
}

/** What of a page with `shape`, read as a gate of `gateClass` with an input at each of `inputs`, is something else. */
async function others(shape: string, { gateClass = "AND", confidence = 0.5, inputs = [[100, 75]] } = {}) {
  const bodies = [{ box: BOX, gateClass, confidence, direction: "right" }];
  const pins = inputs.map(([x, y]) => ({ gate: 0, role: "input", at: { x, y } as PagePoint }));
  return otherSymbols(await pageWith(shape), { gates: { bodies }, pins } as unknown as Parameters<
    typeof otherSymbols
  >[1]);
}

const AND = "M100 50H150A50 50 0 0 1 150 150H100Z";
const SQUARE = "M102 52L196 54L197 147L103 148Z";

it("finds a box that was read as an AND", async () => {
  expect(await others(SQUARE)).toEqual([BOX]);
  expect(await others(AND)).toEqual([]);
  // Wires may pass an AND's corners.
  expect(await others(SQUARE, { confidence: 0.9 })).toEqual([]);
});

it("finds a gate with an input at its side, as multiplexers have them", async () => {
  const select = [
    [100, 75],
    [150, 149],
  ];
  expect(await others(AND, { inputs: select })).toEqual([BOX]);
  expect(await others(AND, { gateClass: "NOT", inputs: select })).toEqual([]);
  // A wire may come in at the back's corner.
  expect(await others(AND, { inputs: [[104, 51]] })).toEqual([]);
});

it("takes less certain ANDs with square corners for blocks", async () => {
  const gate = (confidence: number) => {
    return { box: BOX, gateClass: "AND", classScores: [], direction: "right", confidence } as const;
  };
  const [likely, certain] = [gate(0.8), gate(0.9)];
  expect([...blocksOf(await pageWith(SQUARE), [likely, certain])]).toEqual([likely]);
  expect([...blocksOf(await pageWith(AND), [likely])]).toEqual([]);
});
