import { build } from "esbuild";
import { chromium } from "playwright-core";
import type { FrameTimes } from "./frames.ts";

/** What 60 frames a second leave for one. */
const FRAME_MS = 1000 / 60;

/** What the evaluator's canvas costs a frame in a browser without a graphics card, against the picture alone. */
export async function benchCanvas(): Promise<string[]> {
  const entry = new URL("./frames.ts", import.meta.url).pathname;
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "bench",
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]!.text });
    const rows: string[] = [];
    for (const boxes of [30, 300, 1000]) {
      const script = `bench.measureFrames({ boxes: ${boxes}, frames: 120 })`;
      const { picture, full }: FrameTimes = await page.evaluate(script);
      const budget = Math.round((100 * full) / FRAME_MS);
      rows.push(`| ${boxes} | ${(full / picture).toFixed(2)} | ${budget} % |`);
    }
    return [
      "| boxes | a frame, against the picture alone | of a frame at 60 a second |",
      "| --- | --- | --- |",
      ...rows,
    ];
  } finally {
    await browser.close();
  }
}
