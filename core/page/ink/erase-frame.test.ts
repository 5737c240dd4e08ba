import sharp from "sharp";
import { expect, it } from "vitest";
import { strokeGroups } from "./connected-groups.ts";
import { eraseFrame } from "./erase-frame.ts";

const SIZE = { width: 800, height: 500 };
const CIRCUIT = "M220 200H400V260H500M300 120V360M220 180l16 26M236 180l-16 26";

async function inkOf(...paths: readonly string[]): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    ${paths.map((path) => `<path d="${path}" stroke="white" stroke-width="3" fill="none"/>`)}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).flatten({ background: "black" }).greyscale().raw().toBuffer());
}

function erased(ink: Uint8Array): Uint8Array {
  eraseFrame(ink, { groups: strokeGroups(ink, SIZE), width: SIZE.width });
  return ink;
}

it.each([
  ["a box", "M150 80L640 86L634 440L146 434Z"],
  ["a box with an open corner", "M150 88V440H640V80H158"],
  ["a ring", "M120 240A240 170 0 1 1 600 240A240 170 0 1 1 120 240"],
])("erases %s that is drawn around the circuit", async (_, frame) => {
  expect(erased(await inkOf(CIRCUIT, frame))).toEqual(await inkOf(CIRCUIT));
});

it.each([
  ["a box that a wire touches", "M150 80H500V440H150Z"],
  ["a wire around the circuit's other parts", "M150 80H640V440"],
  ["a box next to the circuit", "M560 80H700V240H560Z"],
  ["a box with something across it", "M150 80H640V440H150ZM150 400H640M420 80V440"],
])("leaves %s", async (_, frame) => {
  const ink = await inkOf(CIRCUIT, frame);
  expect(erased(ink.slice())).toEqual(ink);
});
