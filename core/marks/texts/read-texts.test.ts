import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CleanPage } from "../../page/clean-page.ts";
import { plainPage } from "../../testdata/plain-page.ts";
import type { Detector } from "../detector/detector.ts";
import { openOnnxDetector, readModelFiles } from "../detector/onnx-detector.ts";
import { INK } from "../marks.ts";
import { LETTER_CLASSES } from "./letter-classes.ts";
import { readTexts } from "./read-texts.ts";

/** The project's strokes of each character as SVG paths in a box of height 1. */
const STROKES: Record<string, string[]> = JSON.parse(
  readFileSync(new URL("../../../models/training/letter-strokes.json", import.meta.url), "utf8"),
);

const BRACKETS: Record<string, string[]> = {
  "[": ["M.3 -.1L.1 -.1L.1 1.1L.3 1.1"],
  "]": ["M0 -.1L.2 -.1L.2 1.1L0 1.1"],
};

const A = STROKES.A![0]!;

interface Drawn {
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** A page of 300 x 200 with paths drawn by a pen of 3 pixels; all ink is text. */
async function draw(paths: readonly Drawn[]): Promise<{ page: CleanPage; mask: Uint8Array }> {
  const [width, height] = [300, 200];
  const shapes = paths
    .map(
      (p) =>
        `<path transform="translate(${p.x} ${p.y}) scale(${p.height})" stroke-width="${3 / p.height}" d="${p.path}"/>`,
    )
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round">${shapes}</g></svg>`;
  const raw = await sharp(Buffer.from(svg)).flatten({ background: "#fff" }).greyscale().raw().toBuffer();
  const ink = Uint8Array.from(raw, (value) => 255 - value);
  const mask = ink.map((value) => (value < 96 ? INK.paper : INK.text));
  const page = plainPage({ width, height, ink });
  return { page, mask };
}

/** Takes every crop for `name`. */
function reads(name: string): Pick<Detector, "readLetters"> {
  return {
    readLetters: async (_, count) =>
      Float32Array.from({ length: count * LETTER_CLASSES.length }, (_, k) =>
        LETTER_CLASSES[k % LETTER_CLASSES.length] === name ? 8 : 0,
      ),
  };
}

const bar = (x: number, y: number, width: number): Drawn => ({ path: "M0 0L1 0", x, y, height: width });

describe("with a fake network", () => {
  test("a letter has its box and name", async () => {
    const { page, mask } = await draw([{ path: A, x: 100, y: 60, height: 40 }]);
    const { texts } = await readTexts(page, { mask, detector: reads("A") });
    const [text, ...others] = texts;
    expect(others).toEqual([]);
    expect(text).toMatchObject({ text: "A", complemented: false });
    expect(text!.confidence).toBeGreaterThan(0.98);
    expect(text!.box.x).toBeCloseTo(99, -0.5);
    expect(text!.box.y).toBeCloseTo(59, -0.5);
    expect(text!.box.height).toBeCloseTo(43, -0.5);
  });

  test("a bar above and a prime behind complement", async () => {
    const letters = [
      { path: A, x: 100, y: 60, height: 40 },
      { path: A, x: 200, y: 60, height: 40 },
    ];
    const { page, mask } = await draw([...letters, bar(98, 47, 32), { path: "M.2 0L0 1", x: 234, y: 56, height: 14 }]);
    const { texts } = await readTexts(page, { mask, detector: reads("A") });
    expect(texts.map(({ text, complemented }) => ({ text, complemented }))).toEqual([
      { text: "A", complemented: true },
      { text: "A", complemented: true },
    ]);
  });

  test("a letter in a frame is read without the frame; its box is the frame's", async () => {
    const { page, mask } = await draw([
      { path: A, x: 100, y: 60, height: 40 },
      { path: "M0 0L1 0L1.3 .5L1 1L0 1L0 0", x: 80, y: 45, height: 70 },
    ]);
    const { texts } = await readTexts(page, { mask, detector: reads("A") });
    expect(texts).toHaveLength(1);
    expect(texts[0]!.text).toBe("A");
    expect(texts[0]!.box.width).toBeGreaterThan(85);
  });

  test("a shape that is not a character is kept unread", async () => {
    const { page, mask } = await draw([{ path: A, x: 100, y: 60, height: 40 }]);
    const { texts } = await readTexts(page, { mask, detector: reads("") });
    expect(texts).toMatchObject([{ text: null }]);
  });

  test("a blank page has no texts", async () => {
    const { page, mask } = await draw([]);
    expect((await readTexts(page, { mask, detector: reads("A") })).texts).toEqual([]);
  });
});

describe("with the project's network", () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await openOnnxDetector(await readModelFiles(new URL("../../../models/", import.meta.url)));
  }, 60_000);
  afterAll(() => detector.close());

  test.each([..."ABCDEFG"])("%s is read", async (name) => {
    const { page, mask } = await draw([{ path: STROKES[name]![0]!, x: 100, y: 60, height: 38 }]);
    expect((await readTexts(page, { mask, detector })).texts.map(({ text }) => text)).toEqual([name]);
  });

  test("a letter with an index is read", async () => {
    const { page, mask } = await draw([
      { path: STROKES.D![0]!, x: 100, y: 60, height: 38 },
      { path: STROKES["3"]![0]!, x: 137, y: 76, height: 26 },
    ]);
    expect((await readTexts(page, { mask, detector })).texts.map(({ text }) => text)).toEqual(["D3"]);
  });

  test.each([
    ["Stop", [..."STOP"]],
    ["Sw2", [..."SW2"]],
    ["A_3", [..."A[3]"]],
  ])("%s is read as one name", async (name, characters) => {
    const paths = characters.map((character, k) => {
      return { path: (STROKES[character] ?? BRACKETS[character])![0]!, x: 60 + 34 * k, y: 60, height: 38 };
    });
    const { page, mask } = await draw(paths);
    expect((await readTexts(page, { mask, detector })).texts.map(({ text }) => text)).toEqual([name]);
  });
});
