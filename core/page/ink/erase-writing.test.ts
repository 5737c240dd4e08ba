import sharp from "sharp";
import { expect, it } from "vitest";
import { strokeGroups } from "./connected-groups.ts";
import { eraseWriting } from "./erase-writing.ts";

const SIZE = { width: 800, height: 500 };
/** A wire of a circuit with a letter at its start, and one on top of a rail. */
const CIRCUIT = "M120 200H500M300 80V360M90 185V215M90 200H105M105 185V215M292 40V65M308 40V65";

/** Lines of signs as high as letters: each is a cross of two strokes. */
function writing({ x, y, signs, gap = 14 }: { x: number; y: number; signs: number; gap?: number }): string {
  return Array.from({ length: signs }, (_, sign) => {
    const left = x + sign * (16 + gap);
    return `M${left} ${y}l16 26M${left + 16} ${y}l-16 26`;
  }).join("");
}

async function inkOf(...paths: readonly string[]): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    ${paths.map((path) => `<path d="${path}" stroke="white" stroke-width="3"/>`)}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).flatten({ background: "black" }).greyscale().raw().toBuffer());
}

function erased(ink: Uint8Array): Uint8Array {
  eraseWriting(ink, { groups: strokeGroups(ink, SIZE), width: SIZE.width });
  return ink;
}

it("erases lines of writing next to a circuit", async () => {
  const text = writing({ x: 120, y: 420, signs: 9 }) + writing({ x: 560, y: 120, signs: 6 });
  expect(erased(await inkOf(CIRCUIT, text))).toEqual(await inkOf(CIRCUIT));
});

it.each([
  ["a line next to a wire's end", writing({ x: 530, y: 188, signs: 7 })],
  ["a line under a rail", writing({ x: 290, y: 380, signs: 7 })],
  ["a few letters", writing({ x: 560, y: 120, signs: 4 })],
  ["letters far from one another", writing({ x: 60, y: 440, signs: 7, gap: 60 })],
  ["a broken wire", Array.from({ length: 12 }, (_, dash) => `M${120 + 30 * dash} 440h18`).join("")],
])("leaves %s", async (_, path) => {
  const ink = await inkOf(CIRCUIT, path);
  expect(erased(ink.slice())).toEqual(ink);
});

it("leaves a page without anything larger as it is", async () => {
  const ink = await inkOf(writing({ x: 120, y: 420, signs: 9 }));
  expect(erased(ink.slice())).toEqual(ink);
});
