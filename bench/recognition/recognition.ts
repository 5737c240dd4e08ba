import { readFileSync, rmSync } from "node:fs";
import { sum } from "../../core/basics/numbers.ts";
import type { PageReader } from "../../core/read-page.ts";
import { GATE_CLASSES } from "../../core/rules/gates.ts";
import { PAGE_STYLES } from "../../core/testdata/render/render-page.ts";
import { CONFIDENCE_RANGES } from "../confidence-ranges.ts";
import { COLLECTIONS, type Collection, loadDrawings, loadPhotos, noDrawings, type Part } from "../sketches.ts";
import { averagePrecision } from "./average-precision.ts";
import { CAUSES } from "./causes.ts";
import { type NetworkFolders, openFoldReaders } from "./fold-readers.ts";
import { type MeasuredPage, measurePage } from "./measure-pages.ts";
import { photoTable, type ReadPhoto } from "./photo-table.ts";
import { firstPage } from "./read-drawing.ts";

const OUT = ".cache/bench";

/** Scores on the drawings of ../shared/data, as lines of Markdown; says so if the data is not on this machine. */
export async function benchRecognition({
  part,
  limit,
  renderings,
  readings,
  collections = COLLECTIONS,
  ...networks
}: NetworkFolders & {
  part: Part;
  collections?: readonly Collection[];
  limit: number;
  renderings: number;
  /** A folder in which readings are kept between runs; without it every page is read. */
  readings?: string;
}): Promise<string[]> {
  const drawings = loadDrawings(part, { collections });
  if (drawings === null) return [noDrawings()];
  const chosen = drawings.slice(0, limit);
  const drafters = new Set(chosen.map(({ truth }) => `${truth.set}/${truth.drafter}`));
  const readers = await openFoldReaders(networks);
  rmSync(`${OUT}/wrong`, { recursive: true, force: true });
  const results: MeasuredPage[] = [];
  for (const style of PAGE_STYLES) {
    for (const [index, drawing] of chosen.entries()) {
      process.stderr.write(`\r${style} ${index + 1}/${chosen.length}   `);
      const reader = readers.of(drawing);
      for (let rendering = 0; rendering < renderings; rendering++) {
        const kind = { style, rendering };
        results.push(await measurePage(drawing, { ...kind, reader, readings, wrong: `${OUT}/wrong` }));
      }
    }
  }
  process.stderr.write("\n");
  const lines = [
    `${chosen.length} drawings${renderings === 1 ? "" : `, ${renderings} pages of each in each style,`} of ${drafters.size} ${part} drafters; ${networks.folds === undefined ? `model ${readers.base.model.slice(0, 12)}` : `models of ${networks.folds}`}.`,
    "",
    ...scoreTable(results, part),
    "",
    ...classTable(results),
    "",
    ...causeTable(results),
    "",
    ...confidenceTable(results),
    "",
    ...(await photoLines(readers.base)),
  ];
  await readers.close();
  return lines;
}

/** The results that a row of the table counts. */
interface Group {
  readonly title: string;
  readonly has: (result: MeasuredPage) => boolean;
}

function groupsOf(results: readonly MeasuredPage[], part: Part): Group[] {
  const collections = COLLECTIONS.filter((name) => results.some(({ collection }) => collection === name));
  return [
    { title: "all", has: () => true },
    ...(collections.length < 2 ? [] : collections).map((name) => ({
      title: `${name} ${part} drafters`,
      has: ({ collection }: MeasuredPage) => collection === name,
    })),
    ...[...new Set(results.map(({ set }) => set))].map((name) => ({
      title: name,
      has: ({ set }: MeasuredPage) => set === name,
    })),
  ];
}

function scoreTable(results: readonly MeasuredPage[], part: Part): string[] {
  const rows = PAGE_STYLES.flatMap((style) =>
    groupsOf(results, part).map(({ title, has }) => {
      const own = results.filter((r) => r.style === style && has(r));
      const usable = own.filter((r) => r.usable);
      const rest = own.filter((r) => !r.usable);
      const flagged = rest.filter((r) => r.problems.length > 0).length;
      return `| ${style} | ${title} | ${usable.length} | ${share(usable.filter((r) => r.strict).length, usable.length)} | ${share(usable.filter((r) => r.topology).length, usable.length)} | ${flagged} of ${rest.length} |`;
    }),
  );
  return [
    "| pages | of | usable | strict | topology | unusable that end in a problem |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

function classTable(results: readonly MeasuredPage[]): string[] {
  const rows = PAGE_STYLES.map((style) => {
    const own = results.filter((r) => r.style === style);
    const precisions = GATE_CLASSES.map((label) =>
      averagePrecision(
        own.flatMap((r) => r.found.filter((f) => f.label === label)),
        own.flatMap((r) => r.wanted.filter((w) => w.label === label)),
      ),
    );
    const drawn = precisions.filter((ap) => !Number.isNaN(ap));
    const mean = sum(drawn) / Math.max(1, drawn.length);
    return `| ${style} | ${mean.toFixed(3)} | ${precisions.map((ap) => (Number.isNaN(ap) ? "–" : ap.toFixed(2))).join(" | ")} |`;
  });
  return [
    `| pages | mAP50 | ${GATE_CLASSES.join(" | ")} |`,
    `| --- | --- | ${GATE_CLASSES.map(() => "---").join(" | ")} |`,
    ...rows,
  ];
}

/** How many pages were read wrongly for each cause, in each style. */
function causeTable(results: readonly MeasuredPage[]): string[] {
  const rows = CAUSES.map((cause) => {
    const counts = PAGE_STYLES.map((style) => results.filter((r) => r.style === style && r.cause === cause).length);
    return `| ${[cause, ...counts, sum(counts)].join(" | ")} |`;
  });
  return [
    `| wrongly read pages, first cause | ${PAGE_STYLES.join(" | ")} | all |`,
    `| --- | ${PAGE_STYLES.map(() => "---").join(" | ")} | --- |`,
    ...rows,
  ];
}

/** How many usable pages without a problem were read with each confidence in each set, and the share that is right. */
function confidenceTable(results: readonly MeasuredPage[]): string[] {
  const read = results.filter(({ usable, problems }) => usable && problems.length === 0);
  const sets = [...new Set(read.map(({ set }) => set))];
  const cell = (own: readonly MeasuredPage[]) =>
    own.length === 0 ? "–" : `${own.length}: ${share(own.filter(({ strict }) => strict).length, own.length)}`;
  const rows = CONFIDENCE_RANGES.map(({ title, has }) => {
    const own = read.filter(({ confidence }) => has(confidence));
    return `| ${[title, ...sets.map((name) => cell(own.filter(({ set }) => set === name))), cell(own)].join(" | ")} |`;
  });
  return [
    `| confidence of a reading without problems; pages, and the share that is strictly right | ${sets.join(" | ")} | all |`,
    `| --- | ${sets.map(() => "---").join(" | ")} | --- |`,
    ...rows,
  ];
}

async function photoLines(reader: PageReader): Promise<string[]> {
  const read: ReadPhoto[] = [];
  for (const { photo, path } of loadPhotos()) {
    read.push({ photo, reading: await reader.read(await firstPage(readFileSync(path))) });
  }
  return read.length === 0 ? [] : photoTable(read);
}

function share(count: number, of: number): string {
  return of === 0 ? "–" : (count / of).toFixed(3);
}
