import { pageThumbnail } from "../../core/annotate/page-picture.ts";
import type { Detector } from "../../core/marks/detector/detector.ts";
import { openOnnxDetector, readModelFiles } from "../../core/marks/detector/onnx-detector.ts";
import { readHeader } from "../../core/opening/read-header.ts";
import { readPage } from "../../core/read-page.ts";
import { judgePage } from "../../core/results/judge-page.ts";
import { firstPage } from "../recognition/read-drawing.ts";
import { type OthersPage, PICTURE_SIDE } from "./others-pages.ts";
import { processorTime } from "./processor-time.ts";

/** The networks' time: it is part of the stages marks and texts. */
export const INFERENCE = "of which networks";

/** Milliseconds of processor time of each page, by stage. */
export type StageTimes = ReadonlyMap<string, readonly number[]>;

/**
 * What each stage of each page takes, from the file to the verdict and the report's picture, `rounds` times after one
 * round that does not count: code is compiled while it runs the first times.
 */
export async function stageTimes(pages: readonly OthersPage[], { rounds }: { rounds: number }): Promise<StageTimes> {
  const plain = await openOnnxDetector(await readModelFiles(new URL("../../models/", import.meta.url)));
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const page of pages) {
      const spent = await timePage(page, plain);
      if (round === 0) continue;
      for (const [stage, ms] of spent) times.set(stage, [...(times.get(stage) ?? []), ms]);
    }
  }
  await plain.close();
  return times;
}

async function timePage({ bytes, keys }: OthersPage, plain: Detector): Promise<Map<string, number>> {
  const spent = new Map<string, number>();
  const add = (stage: string, ms: number) => spent.set(stage, (spent.get(stage) ?? 0) + ms);
  let at = processorTime();
  const onStage = (stage: string) => {
    const now = processorTime();
    add(stage, now - at);
    at = now;
  };
  const image = await firstPage(bytes);
  onStage("decode");
  await readHeader(image);
  onStage("codes");
  const reading = await readPage(image, {
    detector: timed(plain, (ms) => add(INFERENCE, ms)),
    onStage,
  });
  onStage("looks joined");
  judgePage(reading, { keys });
  onStage("verdict");
  await pageThumbnail(image, PICTURE_SIDE);
  onStage("report's picture");
  return spent;
}

/** The detector, which says how long each call of a network took. */
function timed(plain: Detector, onTime: (ms: number) => void): Detector {
  async function time<Result>(work: () => Promise<Result>): Promise<Result> {
    const since = processorTime();
    const result = await work();
    onTime(processorTime() - since);
    return result;
  }
  return {
    ...plain,
    detect: (...args) => time(() => plain.detect(...args)),
    classifyGates: (...args) => time(() => plain.classifyGates(...args)),
    readLetters: (...args) => time(() => plain.readLetters(...args)),
    findCircles: (...args) => time(() => plain.findCircles(...args)),
  };
}
