import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openOnnxDetector, readModelFiles } from "../../core/marks/onnx-detector.ts";
import { type GoldenReading, goldenReading } from "../../core/testdata/golden-reading.ts";
import { expectedPages, sampleImage } from "../../core/testdata/sample-pages.ts";
import { TASK } from "./page-list.ts";

/** One page of each paper. */
const PAGES = ["20230001_quiz[1].png", "20230001_quiz[2].jpg", "20230002_quiz[2].jpg", "20230004_quiz[1].jpg"];

/** Renews core/testdata/golden.json: `npx tsx bench/pages/make-golden.ts`. Look at what changed before you commit it. */
async function makeGolden(): Promise<void> {
  const detector = await openOnnxDetector(await readModelFiles(new URL("../../models/", import.meta.url)));
  const golden: Record<string, GoldenReading> = {};
  for (const file of PAGES) {
    const expected = expectedPages().find((page) => page.file === file);
    if (expected === undefined) throw new Error(`${file} is no page of expected.json`);
    const { keys } = TASK.items.find(({ item }) => item === expected.item)!;
    golden[file] = await goldenReading(await sampleImage(expected), { detector, keys: [...keys] });
  }
  await detector.close();
  const path = join(import.meta.dirname, "../../core/testdata/golden.json");
  writeFileSync(path, `${JSON.stringify(golden, null, 1)}\n`);
}

await makeGolden();
