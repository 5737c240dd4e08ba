import { expect, it } from "vitest";
import type { CleanPage } from "../page/clean-page.ts";
import { BOX_LABEL, CHANNELS, CROP_LOGITS, type Detector, STRIDE } from "./detector/detector.ts";
import { findMarks } from "./find-marks.ts";
import { lookAtPage } from "./look-at-page.ts";

/** A page of `width` x 300 pixels with two thick lines from side to side, at its top and bottom. */
function inkedPage(width: number): CleanPage {
  const height = 300;
  const ink = new Uint8Array(width * height);
  for (let thick = 20; thick < 28; thick++) {
    for (const y of [thick, height - 1 - thick]) ink.fill(255, y * width + 20, (y + 1) * width - 20);
  }
  const toPicture = { from: "Page", to: "Picture", m: [1, 0, 0, 0, 1, 0, 0, 0, 1] } as const;
  return { width, height, ink, toPicture, frame: "picture" };
}

/** A detector that sees one gate of `size` page pixels in the middle; `widths` gets the windows that it is shown. */
function detectorOf(size: number, page: CleanPage, widths: number[]): Detector {
  const logits = (count: number, length: number) => Promise.resolve(new Float32Array(count * length));
  return {
    model: "",
    detect: (_, { width, height }) => {
      widths.push(width);
      const [columns, rows] = [width / STRIDE, height / STRIDE];
      const plane = columns * rows;
      const data = new Float32Array(CHANNELS.total * plane).fill(-8, 0, 5 * plane);
      const cell = (rows >> 1) * columns + (columns >> 1);
      data[CHANNELS.heat * plane + cell] = 4;
      // The window is as wide as the ink and its margins, but for what fills its last 32 pixels.
      const scale = width / (page.width - 40 + 32);
      for (let side = 0; side < 4; side++) data[(CHANNELS.box + side) * plane + cell] = (size * scale) / STRIDE / 2;
      return Promise.resolve(data);
    },
    classifyGates: (_, count) => logits(count, CROP_LOGITS),
    readLetters: (_, count) => logits(count, 1),
    readBoxLabels: (_, count) => logits(count, BOX_LABEL.classes),
    findCircles: (_, count) => logits(count, 24 * 16),
    close: () => Promise.resolve(),
  };
}

async function windowsOf(size: number, width = 800): Promise<number[]> {
  const page = inkedPage(width);
  const widths: number[] = [];
  await findMarks(page, { detector: detectorOf(size, page, widths) });
  return widths;
}

it("looks at a page of usual gates at the largest scale, after a glance at half of it", async () => {
  expect(await windowsOf(50)).toEqual([512, 1024]);
});

it("looks at a page of larger gates at a scale that is large enough for them", async () => {
  const [glance, close] = await windowsOf(100);
  expect(glance).toBe(512);
  // 100 page pixels are to be 80 model pixels.
  expect(close).toBe(640);
});

it("shrinks a page of very large gates after the glance, without a close look at it as it was", async () => {
  const page = inkedPage(1500);
  const widths: number[] = [];
  const { page: seen } = await lookAtPage(page, { detector: detectorOf(200, page, widths) });
  expect(seen.width).toBeLessThan(0.9 * page.width);
  expect(widths).toHaveLength(3);
});

it("keeps the turn of the first look, and finds it again if another frame was found", async () => {
  const page = inkedPage(800);
  const seeing = (frame: CleanPage["frame"]) =>
    lookAtPage(page, { detector: detectorOf(50, page, []), turn: { frame, quarters: 1 } });
  const known = await seeing("picture");
  expect([known.quarters, known.page.width, known.page.height]).toEqual([1, 300, 800]);
  const judged = await seeing("template");
  expect([judged.quarters, judged.page.width, judged.page.height]).toEqual([0, 800, 300]);
});
