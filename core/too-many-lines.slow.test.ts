import { afterAll, expect, it } from "vitest";
import { openOnnxDetector, readModelFiles } from "./marks/detector/onnx-detector.ts";
import { openPageReader, readPage } from "./read-page.ts";
import type { Stage } from "./reading/read-marks.ts";
import { judgePage } from "./results/judge-page.ts";
import { READING } from "./rules/limits.ts";
import type { PageImage } from "./scan/page-image.ts";
import { expectedPages, sampleImage } from "./testdata/sample-pages.ts";

const reader = await openPageReader();
afterAll(() => reader.close());

/** Bare paper at the left and right of lines: those from edge to edge are ruling, and not read. */
const MARGIN = 24;

/** A white page with black lines, 2 pixels wide and `pitch` apart, from a third of its height on. */
function linedPage(pitch: number, isLine: (x: number, y: number) => boolean): PageImage {
  const [width, height] = [1200, 1600];
  const rgb = new Uint8Array(width * height * 3).fill(255);
  for (let y = height / 3; y < height; y++) {
    for (let x = MARGIN; x < width - MARGIN; x++) {
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
])(
  "a %s page without a gate is not followed, and goes to a person without a grade",
  { timeout: 120_000 },
  async (_, image) => {
    const { sight, reading } = await reader.see(image);
    expect(reading.problems.map(({ code }) => code)).toEqual(["no-gates"]);
    expect(reading).toMatchObject({ gates: [], inputs: [], outputs: [], wires: [], confidence: null });
    const { grade, faults } = judgePage(reading, { keys: [{ expression: "A & B", grade: 5 }] });
    expect([grade, faults[0]?.code]).toEqual([null, "no-gates"]);
    expect((await reader.conclude(sight)).problems).toEqual(reading.problems);
  },
);

/** A page with a circuit, and squares that a line joins to it: its gates are seen, its lines are too many. */
async function squaredAround(): Promise<PageImage> {
  const image = await sampleImage(expectedPages().find(({ file }) => file === "20230001_quiz[1].png")!);
  const rgb = new Uint8Array(squared.rgb);
  const [width, height] = [Math.min(image.width, squared.width), Math.min(image.height, 500)];
  for (let y = 0; y < height; y++)
    rgb.set(image.rgb.subarray(y * image.width * 3, (y * image.width + width) * 3), y * squared.width * 3);
  const lowest = Math.floor(rgb.subarray(0, height * squared.width * 3).findLastIndex((value) => value < 60) / 3);
  for (let at = lowest; at < (squared.height / 2) * squared.width; at += squared.width) rgb.fill(0, at * 3, at * 3 + 6);
  return { ...squared, rgb };
}

it("a page with too many lines is looked at once", { timeout: 120_000 }, async () => {
  const detector = await openOnnxDetector(await readModelFiles(new URL("../models/", import.meta.url)));
  const image = await squaredAround();
  const stages: Stage[] = [];
  const { problems } = await readPage(image, { detector, onStage: (stage) => stages.push(stage) });
  await detector.close();
  expect((await reader.see(image)).sight.marks.gates.length).toBeGreaterThan(0);
  expect(problems.map(({ code }) => code)).toEqual(["too-many-lines"]);
  expect(stages.filter((stage) => stage === "page")).toHaveLength(1);
});

it("a page with more gates than a circuit has is not followed", { timeout: 120_000 }, async () => {
  const image = await sampleImage(expectedPages().find(({ file }) => file === "20230001_quiz[1].png")!);
  const { sight } = await reader.see(image);
  const [gate] = sight.marks.gates;
  const gates = Array.from({ length: READING.gates + 1 }, () => gate!);
  const codes = async (marks: typeof sight.marks) =>
    (await reader.conclude({ ...sight, marks })).problems.map(({ code }) => code);
  expect(await codes({ ...sight.marks, gates })).toEqual(["too-many-lines"]);
  expect(await codes(sight.marks)).toEqual([]);
});
