import { readdirSync, readFileSync } from "node:fs";
import { sum } from "../core/basics/numbers.ts";
import { parseExpression } from "../core/boolean/parse-expression.ts";
import { truthTable } from "../core/boolean/truth-table.ts";
import type { Detector } from "../core/marks/detector/detector.ts";
import { openOnnxDetector, readModelFiles } from "../core/marks/detector/onnx-detector.ts";
import { readPage } from "../core/read-page.ts";
import { phonePhotos } from "./pages/phone-photos.ts";
import { firstPage } from "./recognition/measure-pages.ts";
import { INFERENCE, stageTable } from "./stage-table.ts";

const PAGES = new URL("../core/testdata/pages/", import.meta.url);

/** Pages of one kind, as files. */
interface Batch {
  readonly name: string;
  readonly files: readonly Uint8Array[];
}

/**
 * How long each stage of reading takes, and the total compared with decoding plus inference: phones' photos, small
 * pages.
 */
export async function benchStages({ rounds }: { rounds: number }): Promise<string[]> {
  const photos = phonePhotos();
  const size = sum(photos.map(({ length }) => length)) / photos.length / 1e6;
  const own = readdirSync(PAGES).filter((name) => /\.(png|jpg)$/.test(name));
  const batches: Batch[] = [
    { name: `photos of 12 megapixels and ${size.toFixed(1)} MB`, files: photos },
    { name: "the project's own pages", files: own.map((name) => readFileSync(new URL(name, PAGES))) },
  ];
  const detector = await openOnnxDetector(await readModelFiles(new URL("../models/", import.meta.url)));
  const times: Map<string, number>[] = [];
  for (const { files } of batches) times.push(await timeStages(files, { detector, rounds }));
  await detector.close();
  return [
    `One thread, warm, each page ${rounds} times; milliseconds per page.`,
    "",
    ...stageTable(
      batches.map(({ name }) => name),
      times,
    ),
    "",
    `The process, with Node, one detector and all these pages' files, held ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB at most.`,
  ];
}

/** Milliseconds that each stage takes per page. */
async function timeStages(
  files: readonly Uint8Array[],
  { detector: plain, rounds }: { detector: Detector; rounds: number },
): Promise<Map<string, number>> {
  const spent = new Map<string, number>();
  const add = (stage: string, since: number) => {
    spent.set(stage, (spent.get(stage) ?? 0) + performance.now() - since);
    return performance.now();
  };
  async function timed<T>(work: Promise<T>): Promise<T> {
    const since = performance.now();
    const result = await work;
    add(INFERENCE, since);
    return result;
  }
  const detector: Detector = {
    ...plain,
    detect: (...args) => timed(plain.detect(...args)),
    classifyGates: (...args) => timed(plain.classifyGates(...args)),
    readLetters: (...args) => timed(plain.readLetters(...args)),
    findCircles: (...args) => timed(plain.findCircles(...args)),
  };
  // A round that does not count: code is compiled during its first runs.
  for (const bytes of files) await readPage(await firstPage(bytes), { detector });
  spent.clear();
  for (let round = 0; round < rounds; round++) {
    for (const bytes of files) {
      let at = performance.now();
      const image = await firstPage(bytes);
      at = add("decode", at);
      const onStage = (stage: string) => {
        at = add(stage, at);
      };
      await readPage(image, { detector, onStage });
    }
  }
  return new Map([...spent].map(([stage, ms]) => [stage, ms / (rounds * files.length)]));
}

/** Truth tables per second, for a usual answer key and at the limit of 20 variables. */
export function benchTables({ seconds }: { seconds: number }): string[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRST"];
  const cases = [
    { name: "3 variables", text: "A & B | ~C ^ A", variables: letters.slice(0, 3) },
    { name: "7 variables", text: "A & B | C & D ^ (E | ~F) & G", variables: letters.slice(0, 7) },
    { name: "20 variables", text: letters.join(" ^ "), variables: letters },
  ];
  const rows = cases.map(({ name, text, variables }) => {
    const parsed = parseExpression(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    let tables = 0;
    const begin = performance.now();
    while (performance.now() - begin < seconds * 1000) {
      truthTable(parsed.expression, variables);
      tables++;
    }
    return `| ${name} | ${((1000 * tables) / (performance.now() - begin)).toFixed(0)} |`;
  });
  return ["| truth tables | a second |", "| --- | --- |", ...rows];
}
