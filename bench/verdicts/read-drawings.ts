import { PAGE_STYLES } from "../../core/testdata/render/render-page.ts";
import { type NetworkFolders, openFoldReaders } from "../recognition/fold-readers.ts";
import { type PageKind, readDrawing, type TimedReading } from "../recognition/read-drawing.ts";
import {
  COLLECTIONS,
  type CollectedSketch,
  type Collection,
  loadDrawings,
  type Part,
  WRONG_TRUTHS,
} from "../sketches.ts";

export interface VerdictSettings extends NetworkFolders {
  readonly part: Part;
  readonly collections?: readonly Collection[];
  /** Only one drawing in this many. */
  readonly every: number;
  readonly limit: number;
  readonly renderings: number;
  /** A folder in which readings are kept between runs; without it every page is read. */
  readonly readings?: string;
}

/** A drawing's page, and what was read. */
export interface ReadDrawing extends TimedReading, PageKind {
  readonly drawing: CollectedSketch;
}

export interface DrawingsToRead {
  readonly drawings: readonly CollectedSketch[];
  readonly pages: () => AsyncGenerator<ReadDrawing, void, void>;
  /** The hash of the networks that read. */
  readonly model: string;
  readonly close: () => Promise<void>;
}

/**
 * The drawings of a part, without those with a wrong truth, and their pages in every style; null without the drawings.
 */
export async function openDrawings(settings: VerdictSettings): Promise<DrawingsToRead | null> {
  const { part, collections = COLLECTIONS, every, limit, renderings } = settings;
  const drawings = loadDrawings(part, { collections })
    ?.filter(({ truth }, index) => index % every === 0 && !WRONG_TRUTHS.has(truth.id))
    .slice(0, limit);
  if (drawings === undefined) return null;
  const readers = await openFoldReaders(settings);
  async function* pages() {
    for (const [index, drawing] of drawings!.entries()) {
      process.stderr.write(`\r${index + 1}/${drawings!.length}   `);
      for (const kind of pageKinds(renderings)) {
        const timed = await readDrawing(drawing, { ...kind, reader: readers.of(drawing), readings: settings.readings });
        yield { drawing, ...kind, ...timed };
      }
    }
    process.stderr.write("\n");
  }
  return { drawings, pages, model: readers.base.model, close: () => readers.close() };
}

function pageKinds(renderings: number): PageKind[] {
  return PAGE_STYLES.flatMap((style) => Array.from({ length: renderings }, (_, rendering) => ({ style, rendering })));
}
