import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { withBytes, withRoom } from "../kernels/kernels.ts";
import { darken } from "../light/darkness.ts";
import { paperLight } from "../light/paper-light.ts";
import { penOf } from "./ink-levels.ts";
import { keepColouredStrokes } from "./keep-coloured-strokes.ts";

const SIZE = { width: 600, height: 400 };

/**
 * Whether strokes of another colour are found next to those of `pen` on a photographed page, one of them of `other`.
 */
async function findsOtherColours({
  pen,
  other,
  strokes = "M350 300H450",
}: {
  pen: string;
  other: string;
  strokes?: string;
}): Promise<boolean> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <rect width="100%" height="100%" fill="#f4f3ee"/><g fill="none" stroke="${pen}" stroke-width="3">
    <path d="M50 80H550M50 200L550 240M90 300Q200 360 300 300"/><path d="${strokes}" stroke="${other}"/></g></svg>`;
  const file = await sharp(Buffer.from(svg)).blur(1).jpeg({ quality: 80 }).toBuffer();
  const pixels = new Uint8Array(await sharp(file).removeAlpha().raw().toBuffer());
  return withBytes(pixels, (rgb) =>
    withRoom([SIZE.width * SIZE.height, SIZE.width * SIZE.height], (dark, colour) => {
      const image = { ...SIZE, rgb };
      const page = { ...SIZE, dark, colour };
      const light = paperLight(image);
      darken(image, light, page);
      return keepColouredStrokes(image, light, page, penOf(page));
    }),
  );
}

describe("keepColouredStrokes", () => {
  it.each(["#d03030", "#2c9048", "#e07a28"])("finds a stroke of %s next to black ones", async (other) => {
    expect(await findsOtherColours({ pen: "#202020", other })).toBe(true);
  });

  it("finds wires of another colour that cross a small page", async () => {
    const strokes = "M20 60H580M20 180H580M20 340H580";
    expect(await findsOtherColours({ pen: "#202020", other: "#d03030", strokes })).toBe(true);
  });

  it.each(["#1f2f8c", "#c02c2c", "#202020"])("does not take the blurred rims of %s for another pen", async (pen) => {
    expect(await findsOtherColours({ pen, other: pen })).toBe(false);
  });
});
