import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { sum } from "../../core/basics/numbers.ts";
import type { PageReader } from "../../core/read-page.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { PAGE_STYLES } from "../../core/testdata/render/render-page.ts";
import { type NetworkFolders, openFoldReaders } from "../recognition/fold-readers.ts";
import { firstPage, type PageKind, renderedPage } from "../recognition/measure-pages.ts";
import {
  COLLECTIONS,
  type CollectedSketch,
  type Collection,
  loadDrawings,
  noDrawings,
  type Part,
} from "../sketches.ts";
import { judgeDrawing } from "./judge-drawing.ts";
import { type JudgedDrawing, reliabilityTable, verdictTable } from "./verdict-table.ts";

const CACHE = ".cache/bench/pages";

export interface VerdictSettings extends NetworkFolders {
  readonly part: Part;
  readonly collections?: readonly Collection[];
  /** Every so-many-th drawing only. */
  readonly every: number;
  readonly limit: number;
  readonly renderings: number;
  /** A folder where readings are kept and taken from; without it every page is read. */
  readonly readings?: string;
}

/** Drawings whose truth says something else than their picture, as seen by eye; nobody can be right about them. */
const WRONG_TRUTHS: ReadonlySet<string> = new Set(["ds37_EQ3_2", "ds44_EQ4_2"]);

/** A page's reading and how long it took. */
interface TimedReading {
  readonly reading: PageReading;
  readonly seconds: number;
}

/** How right the machine's verdicts are, against what was drawn and against wrong keys, as lines of Markdown. */
export async function benchVerdicts(settings: VerdictSettings): Promise<string[]> {
  const { part, collections = COLLECTIONS, every, limit, renderings } = settings;
  const drawings = loadDrawings(part, { collections });
  if (drawings === null) return [noDrawings()];
  const chosen = drawings
    .filter(({ truth }, index) => index % every === 0 && !WRONG_TRUTHS.has(truth.id))
    .slice(0, limit);
  const readers = await openFoldReaders(settings);
  const judged: JudgedDrawing[] = [];
  const unusable: boolean[] = [];
  const times: number[] = [];
  for (const [index, drawing] of chosen.entries()) {
    process.stderr.write(`\r${index + 1}/${chosen.length}   `);
    for (const kind of pageKinds(renderings)) {
      const { reading, seconds } = await readingOf(drawing, {
        ...kind,
        reader: readers.of(drawing),
        folder: settings.readings,
      });
      times.push(seconds);
      if (!drawing.truth.usable) unusable.push(reading.problems.length > 0);
      else {
        const { id, set } = drawing.truth;
        const verdicts = judgeDrawing(reading, drawing.truth);
        if (verdicts.length > 0) judged.push({ drawing: id, set, style: kind.style, verdicts });
      }
    }
  }
  await readers.close();
  process.stderr.write("\n");
  const drafters = new Set(chosen.map(({ truth }) => `${truth.set}/${truth.drafter}`));
  return [
    `${chosen.length} drawings, ${renderings} ${renderings === 1 ? "page" : "pages"} of each in each of ${PAGE_STYLES.length} styles, of ${drafters.size} ${part} drafters; model ${readers.base.model.slice(0, 12)}.`,
    "",
    ...verdictTable(judged),
    "",
    ...reliabilityTable(judged),
    "",
    `Unusable drawings that end in a problem: ${unusable.filter(Boolean).length} of ${unusable.length}. Mean time to read a page: ${(sum(times) / Math.max(1, times.length)).toFixed(3)} s of processor time.`,
  ];
}

function pageKinds(renderings: number): PageKind[] {
  return PAGE_STYLES.flatMap((style) => Array.from({ length: renderings }, (_, rendering) => ({ style, rendering })));
}

async function readingOf(
  drawing: CollectedSketch,
  { reader, folder, ...kind }: PageKind & { readonly reader: PageReader; readonly folder: string | undefined },
): Promise<TimedReading> {
  const { id, set } = drawing.truth;
  const path = folder === undefined ? undefined : `${folder}/${set}-${id}-${kind.style}-${kind.rendering}.json`;
  if (path !== undefined && existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as TimedReading;
  const { bytes } = await renderedPage(drawing, { ...kind, cache: CACHE });
  const image = await firstPage(bytes);
  const before = process.cpuUsage();
  const reading = await reader.read(image);
  const { user, system } = process.cpuUsage(before);
  const timed = { reading, seconds: (user + system) / 1e6 };
  if (path !== undefined && folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, JSON.stringify(timed));
  }
  return timed;
}
