import { build } from "esbuild";
import { chromium, type Page } from "playwright-core";
import type { FrameTimes } from "./frames.ts";
import type { Pace } from "./pace.ts";

/** The time for a frame at 60 frames per second. */
const FRAME_MS = 1000 / 60;

/**
 * The evaluator's canvas in a real browser without a graphics card: the cost of a frame, and how regularly frames come.
 */
export async function benchCanvas(): Promise<string[]> {
  const entry = new URL("./in-browser.ts", import.meta.url).pathname;
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "bench",
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]!.text });
    return [...(await frameRows(page)), "", ...(await paceRows(page))];
  } finally {
    await browser.close();
  }
}

async function frameRows(page: Page): Promise<string[]> {
  const rows = [
    "| boxes | a frame, ms | against the picture alone | of a frame at 60 a second |",
    "| --- | --- | --- | --- |",
  ];
  for (const boxes of [30, 300, 1000]) {
    const { picture, full }: FrameTimes = await page.evaluate(`bench.measureFrames({ boxes: ${boxes}, frames: 120 })`);
    const budget = Math.round((100 * full) / FRAME_MS);
    rows.push(`| ${boxes} | ${full.toFixed(1)} | ${(full / picture).toFixed(2)} | ${budget} % |`);
  }
  return rows;
}

async function paceRows(page: Page): Promise<string[]> {
  const rows = [
    "| boxes | from frame to frame, ms (median, 95 of 100) | the same with nothing to draw |",
    "| --- | --- | --- |",
  ];
  for (const boxes of [30, 300, 1000]) {
    const pace: Pace = await page.evaluate(`bench.measurePace({ boxes: ${boxes}, frames: 180 })`);
    const drawn = `${pace.median.toFixed(1)}, ${pace.most.toFixed(1)}`;
    rows.push(`| ${boxes} | ${drawn} | ${pace.idleMedian.toFixed(1)}, ${pace.idleMost.toFixed(1)} |`);
  }
  return rows;
}
