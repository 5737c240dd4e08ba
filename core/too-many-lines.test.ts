import { afterAll, beforeAll, expect, it } from "vitest";
import { openPageReader, type PageReader } from "./read-page.ts";
import { judgePage } from "./results/judge-page.ts";
import type { PageImage } from "./scan/page-image.ts";

let reader: PageReader;
beforeAll(async () => {
  reader = await openPageReader();
});
afterAll(() => reader?.close());

/** A white page with black lines, 2 pixels wide and `pitch` apart, from a third of its height on. */
function linedPage(pitch: number, isLine: (x: number, y: number) => boolean): PageImage {
  const [width, height] = [1200, 1600];
  const rgb = new Uint8Array(width * height * 3).fill(255);
  for (let y = height / 3; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isLine(x % pitch, Math.floor(y) % pitch))
        rgb.fill(0, (Math.floor(y) * width + x) * 3, (Math.floor(y) * width + x) * 3 + 3);
    }
  }
  return { width, height, rgb, pictureWidth: width, pictureHeight: height };
}

const squared = linedPage(16, (x, y) => x < 2 || y < 2);
const cornered = linedPage(18, (x, y) => (x < 12 && y < 3) || (x < 3 && y < 12));

it.each([
  ["squared", squared],
  ["cornered", cornered],
])("a %s page is not followed, and goes to a person without a grade", { timeout: 120_000 }, async (_, image) => {
  const { sight, reading } = await reader.see(image);
  expect(reading.problems.map(({ code }) => code)).toEqual(["too-many-lines"]);
  expect(reading).toMatchObject({ gates: [], inputs: [], outputs: [], wires: [], confidence: 0 });
  expect(reading.problems[0]!.message).toContain("grade the page by hand");
  const { grade, faults } = judgePage(reading, { keys: [{ expression: "A & B", grade: 5 }] });
  expect([grade, faults[0]?.code]).toEqual([null, "too-many-lines"]);
  expect((await reader.conclude(sight)).problems).toEqual(reading.problems);
});
