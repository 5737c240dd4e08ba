import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { openPageReader } from "../read-page.ts";
import { READING } from "../rules/limits.ts";
import type { PageImage } from "../scan/page-image.ts";
import { plainPage } from "../testdata/plain-page.ts";
import { expectedPages, sampleImage } from "../testdata/sample-pages.ts";
import type { Detector } from "./detector/detector.ts";
import { type GateMark, INK, type Marks, type TextMark } from "./marks.ts";
import { LETTER_CLASSES } from "./texts/letter-classes.ts";
import { readTexts } from "./texts/read-texts.ts";
import { uprightTurn } from "./upright-turn.ts";

/** Pages without the template's marks. */
const PLAIN = expectedPages().filter(({ paper, status }) => paper === "clean" && status === "graded");

const reader = await openPageReader();
afterAll(() => reader.close());

/** The picture turned clockwise by `quarters`. */
function turned(image: PageImage, quarters: number): PageImage {
  if (quarters === 0) return image;
  const { width, height, rgb } = image;
  const out = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const o = (x * height + height - 1 - y) * 3;
      const p = (y * width + x) * 3;
      out.set(rgb.subarray(p, p + 3), o);
    }
  }
  const size = { width: height, height: width, pictureWidth: image.pictureHeight, pictureHeight: image.pictureWidth };
  return turned({ ...size, rgb: out }, quarters - 1);
}

it.each([1, 2, 3])("reads pages that were turned by %i quarters as if they were upright", async (quarters) => {
  for (const sample of PLAIN.slice(0, 2)) {
    const image = await sampleImage(sample);
    const upright = await reader.read(image);
    const reading = await reader.read(turned(image, quarters));
    expect(reading.outputs).toEqual(upright.outputs);
    expect(reading.inputs).toEqual(upright.inputs);
    // Boxes stay in pixels of the picture as it came in.
    const [width, height] = [image.pictureWidth, image.pictureHeight];
    expect([reading.width, reading.height]).toEqual(quarters === 2 ? [width, height] : [height, width]);
    for (const gate of upright.gates) {
      const x = gate.x + gate.width / 2;
      const y = gate.y + gate.height / 2;
      const [u, v] = [
        [height - y, x],
        [width - x, height - y],
        [y, width - x],
      ][quarters - 1] as [number, number];
      const near = reading.gates.filter(
        (other) => Math.hypot(other.x + other.width / 2 - u, other.y + other.height / 2 - v) < gate.height / 2,
      );
      expect(near.map(({ class_name }) => class_name)).toEqual([gate.class_name]);
    }
  }
});

describe("uprightTurn", () => {
  const page = plainPage({ width: 4, height: 4, ink: new Uint8Array(16) });
  const noLetters: Pick<Detector, "readLetters"> = { readLetters: async () => new Float32Array(0) };

  function gates(...directions: GateMark["direction"][]): Marks {
    return {
      gates: directions.map((direction) => ({
        box: { x: 0, y: 0, width: 1, height: 1 },
        gateClass: "AND",
        classScores: [1, 0, 0, 0, 0, 0, 0],
        direction,
        confidence: 0.9,
      })),
      doubtful: [],
      points: [],
      texts: [] as TextMark[],
      mask: new Uint8Array(16),
    };
  }

  // Without a letter, by the gates alone.
  it.each([
    [["right", "right"], 0],
    [["left", "left", "left"], 2],
    [["up", "up"], 1],
    // From top to bottom is a way to draw, and a lone gate or gates at odds are no evidence.
    [["down", "down"], 0],
    [["left"], 0],
    [["left", "left", "right"], 0],
    [["up", "left", "up", "left"], 0],
    [[], 0],
  ] as const)("of gates that point %j turns by %i quarters", async (directions, quarters) => {
    expect(await uprightTurn(page, { marks: gates(...directions), detector: noLetters })).toBe(quarters);
  });

  it("sees no more letters at each turn than it may, whatever is written", { timeout: 60_000 }, async () => {
    const { page: full, mask } = await pageOfLetters({ rows: 20, columns: 25 });
    const seen: number[] = [];
    const detector: Pick<Detector, "readLetters"> = {
      readLetters: async (_, count) => {
        seen.push(count);
        return new Float32Array(count * LETTER_CLASSES.length);
      },
    };
    await readTexts(full, { mask, detector });
    expect(seen).toEqual([20 * 25]);
    await uprightTurn(full, { marks: { ...gates("left", "left"), mask }, detector });
    expect(seen).toHaveLength(5);
    // The last word is read to its end.
    expect(Math.max(...seen.slice(1))).toBeLessThan(READING.uprightLetters + 25);
    expect(Math.min(...seen.slice(1))).toBeGreaterThanOrEqual(READING.uprightLetters);
  });
});

/** A page with as many letters, each apart from the others; all of its ink is text. */
async function pageOfLetters({ rows, columns }: { rows: number; columns: number }) {
  const [pitch, height] = [48, 20];
  const [wide, high] = [(columns + 1) * pitch, (rows + 1) * pitch];
  const letters = Array.from({ length: rows * columns }, (_, k) => {
    const [x, y] = [(1 + (k % columns)) * pitch, (1 + Math.floor(k / columns)) * pitch];
    return `<path d="M${x} ${y}l7 -${height}l7 ${height}m-11 -8h8"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">
    <g fill="none" stroke="#000" stroke-width="3">${letters.join("")}</g></svg>`;
  const raw = await sharp(Buffer.from(svg)).flatten({ background: "#fff" }).greyscale().raw().toBuffer();
  const page = plainPage({ width: wide, height: high, ink: Uint8Array.from(raw, (value) => 255 - value) });
  return { page, mask: Uint8Array.from(raw, (value) => (value < 96 ? INK.text : INK.paper)) };
}
