import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { PageImage } from "../../scan/page-image.ts";
import { darkOnLight } from "./dark-on-light.ts";

interface Drawn {
  readonly ground: string;
  readonly stroke: string;
  readonly width?: number;
  readonly more?: string;
}

async function drawing({ ground, stroke, width = 4, more = "" }: Drawn) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
    <rect width="100%" height="100%" fill="${ground}"/>${more}
    <path d="M100 200H700M300 120V500" fill="none" stroke="${stroke}" stroke-width="${width}"/></svg>`;
  const rgb = new Uint8Array(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer());
  return { width: 800, height: 600, rgb, pictureWidth: 800, pictureHeight: 600 } satisfies PageImage;
}

describe("darkOnLight", () => {
  it.each([
    ["a tablet's dark mode", "#000000", "#f0f0f0"],
    ["chalk on a green board", "#24473a", "#d8e0d8"],
    ["a blueprint", "#1c3f78", "#e8eef8"],
    ["a broad white pen on black", "#000000", "#ffffff", 8],
  ])("turns %s into dark strokes on a light ground", async (_, ground, stroke, width = 4) => {
    const board = await drawing({ ground, stroke, width });
    const page = darkOnLight(board);
    expect(
      Buffer.compare(
        page.rgb,
        board.rgb.map((value) => 255 - value),
      ),
    ).toBe(0);
    expect(page).toMatchObject({ width: 800, height: 600, pictureWidth: 800, pictureHeight: 600 });
  });

  it.each([
    ["a sheet", "#f4f2ec", "#202020"],
    ["a sheet in the dark", "#403e3a", "#101010"],
    ["grey paper with white strokes that are no ink", "#b9b6ae", "#ffffff"],
    ["a dark picture without strokes", "#202020", "#262626"],
  ])("leaves %s", async (_, ground, stroke) => {
    const image = await drawing({ ground, stroke });
    expect(darkOnLight(image)).toBe(image);
  });

  it("leaves a small sheet on a dark table that has a bright seam", async () => {
    const more =
      '<path d="M0 560H800" stroke="#c0b8a8" stroke-width="4"/><rect x="60" y="80" width="660" height="450" fill="#eeece6"/>';
    const image = await drawing({ ground: "#241c18", stroke: "#202020", more });
    expect(darkOnLight(image)).toBe(image);
  });
});
