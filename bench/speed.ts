import { readdirSync, readFileSync } from "node:fs";
import { parseExpression } from "../core/boolean/parse-expression.ts";
import { truthTable } from "../core/boolean/truth-table.ts";
import { openOnnxDetector, readModelFiles } from "../core/marks/onnx-detector.ts";
import { readPage } from "../core/read-page.ts";
import { firstPage } from "./recognition/measure-pages.ts";

const PAGES = new URL("../core/testdata/pages/", import.meta.url);

/** How long each stage of reading the project's own pages takes, and the whole against decoding plus inference. */
export async function benchStages({ rounds }: { rounds: number }): Promise<string[]> {
  const files = readdirSync(PAGES).filter((name) => /\.(png|jpg)$/.test(name));
  const plain = await openOnnxDetector(await readModelFiles(new URL("../models/", import.meta.url)));
  const spent = new Map<string, number>();
  const add = (stage: string, since: number) => {
    spent.set(stage, (spent.get(stage) ?? 0) + performance.now() - since);
    return performance.now();
  };
  async function timed<T>(work: Promise<T>): Promise<T> {
    const since = performance.now();
    const result = await work;
    add("of which inference", since);
    return result;
  }
  const detector = {
    ...plain,
    detect: (...args: Parameters<typeof plain.detect>) => timed(plain.detect(...args)),
    classifyGates: (...args: Parameters<typeof plain.classifyGates>) => timed(plain.classifyGates(...args)),
    readLetters: (...args: Parameters<typeof plain.readLetters>) => timed(plain.readLetters(...args)),
    findCircles: (...args: Parameters<typeof plain.findCircles>) => timed(plain.findCircles(...args)),
  };
  await readPage(await firstPage(readFileSync(new URL(files[0]!, PAGES))), { detector });
  spent.clear();
  let pages = 0;
  for (let round = 0; round < rounds; round++) {
    for (const name of files) {
      let at = performance.now();
      const image = await firstPage(readFileSync(new URL(name, PAGES)));
      at = add("decode", at);
      await readPage(image, {
        detector,
        onStage: (stage) => {
          at = add(stage, at);
        },
      });
      pages++;
    }
  }
  await plain.close();
  const inference = spent.get("of which inference") ?? 0;
  const whole = [...spent].filter(([stage]) => stage !== "of which inference").reduce((sum, [, ms]) => sum + ms, 0);
  const rows = [...spent].map(([stage, ms]) => `| ${stage} | ${(ms / pages).toFixed(1)} |`);
  const ratio = whole / ((spent.get("decode") ?? 0) + inference);
  return [
    `${pages} readings of the project's own pages, one thread, warm: ${((60000 * pages) / whole).toFixed(0)} pages a minute; the whole takes ${ratio.toFixed(2)} times decoding plus inference.`,
    "",
    "| stage | ms a page |",
    "| --- | --- |",
    ...rows,
    `| whole | ${(whole / pages).toFixed(1)} |`,
  ];
}

/** Truth tables a second, for a usual answer key and at the limit of 20 variables. */
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
