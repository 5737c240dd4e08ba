import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openOnnxDetector, readModelFiles } from "../../core/marks/detector/onnx-detector.ts";
import { TASK } from "../../core/testdata/drawn-pages/page-list.ts";
import { type GoldenReading, goldenReading } from "../../core/testdata/golden-reading.ts";
import { expectedPages, sampleImage } from "../../core/testdata/sample-pages.ts";

/** A scan and a photo of the template, and clean pages of two kinds: drawings that are read correctly. */
const PAGES = ["20230001_quiz[2].jpg", "20230007_quiz[2].jpg", "20230010_quiz[2].jpeg", "20230012_quiz[1].gif"];

/** Renews core/testdata/golden.json: `npx tsx bench/pages/make-golden.ts`. Look at what changed before you commit it. */
async function makeGolden(): Promise<void> {
  const detector = await openOnnxDetector(await readModelFiles(new URL("../../models/", import.meta.url)));
  const golden: Record<string, GoldenReading> = {};
  for (const file of PAGES) {
    const expected = expectedPages().find((page) => page.file === file);
    if (expected === undefined) throw new Error(`${file} is not a page of expected.json`);
    const { keys } = TASK.items.find(({ item }) => item === expected.item)!;
    golden[file] = await goldenReading(await sampleImage(expected), { detector, keys: [...keys] });
  }
  await detector.close();
  const path = join(import.meta.dirname, "../../core/testdata/golden.json");
  writeFileSync(path, toText(golden));
}

/** JSON with one gate per line, so that a change can be read in a diff. */
function toText(golden: Record<string, GoldenReading>): string {
  const text = JSON.stringify(golden, null, 1);
  return `${text.replace(/\[\n\s+("[A-Z]+"),\n\s+(\d+),\n\s+(\d+),\n\s+(\d+),\n\s+(\d+)\n\s+\]/g, "[$1, $2, $3, $4, $5]")}\n`;
}

await makeGolden();
