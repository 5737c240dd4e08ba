import { afterAll, describe, expect, it } from "vitest";
import { intersectionOverUnion } from "../geometry/boxes.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import { openOnnxDetector, readModelFiles } from "../marks/detector/onnx-detector.ts";
import { parseTaskFile } from "../rules/tasks/task-file.ts";
import { type GoldenReading, goldenReading } from "./golden-reading.ts";
import { expectedPages, readSample, sampleImage } from "./sample-pages.ts";

const golden: Record<string, GoldenReading> = JSON.parse(readSample("golden.json").toString("utf8"));
const parsed = parseTaskFile(readSample("pages/task.json").toString("utf8"));
if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
const { items } = parsed.task;

const detector = await openOnnxDetector(await readModelFiles(new URL("../../models/", import.meta.url)));
afterAll(() => detector.close());

describe("each stage gives what it gave", () => {
  it.each(Object.entries(golden))("%s", async (file, wanted) => {
    const expected = expectedPages().find((page) => page.file === file)!;
    const { keys } = items.find(({ item }) => item === expected.item)!;
    const got = await goldenReading(await sampleImage(expected), { detector, keys });
    expect(got.page.frame).toBe(wanted.page.frame);
    expect(Math.abs(got.page.width / wanted.page.width - 1)).toBeLessThan(0.01);
    expect(Math.abs(got.page.height / wanted.page.height - 1)).toBeLessThan(0.01);
    expect(Math.abs(got.page.inkPixels / wanted.page.inkPixels - 1)).toBeLessThan(0.05);
    expect(got.marks.length).toBe(wanted.marks.length);
    for (const mark of wanted.marks) {
      const alike = got.marks.filter(([kind]) => kind === mark[0]);
      const best = Math.max(...alike.map((other) => intersectionOverUnion(boxOf(mark), boxOf(other))));
      expect(best, `${mark[0]} at ${mark[1]}, ${mark[2]}`).toBeGreaterThan(0.7);
    }
    expect(got.netlist).toEqual(wanted.netlist);
    expect(got.expressions).toEqual(wanted.expressions);
    expect(got.problems).toEqual(wanted.problems);
    expect(got.grade).toBe(wanted.grade);
  });
});

function boxOf([, x, y, width, height]: GoldenReading["marks"][number]): PageBox {
  return { x, y, width, height };
}
