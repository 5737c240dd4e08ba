import sharp from "sharp";
import { expect, it } from "vitest";
import { hollowAreas } from "./hollow-areas.ts";

const SIZE = { width: 300, height: 200 };

async function inkOf(shape: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <g stroke="white" stroke-width="4" fill="none"><path d="M20 80H120M20 120H120M200 100H280M60 20V180"/>${shape}</g></svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).flatten({ background: "black" }).greyscale().raw().toBuffer());
}

it("leaves the outline of a filled gate", async () => {
  const gate = (fill: string) => `<path d="M120 60H160A40 40 0 0 1 160 140H120Z" fill="${fill}"/>`;
  const ink = await inkOf(gate("white"));
  hollowAreas(ink, SIZE);
  const outline = await inkOf(gate("none"));
  expect(ink[100 * SIZE.width + 150]).toBe(0);
  expect(ink.filter((value, at) => value > 128 !== outline[at]! > 128).length).toBeLessThan(200);
});

it.each([
  ["lines", ""],
  ["a junction dot", '<circle cx="60" cy="80" r="10" fill="white"/>'],
  ["an area that is no gate's", '<path d="M120 60Q200 230 280 60Q200 150 120 60" fill="white"/>'],
])("does not change %s", async (_, shape) => {
  const ink = await inkOf(shape);
  const before = ink.slice();
  hollowAreas(ink, SIZE);
  expect(ink).toEqual(before);
});
