import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PageReader } from "../../core/read-page.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { decodePages } from "../../core/scan/decode-pages.ts";
import type { PageImage } from "../../core/scan/page-image.ts";
import { type PageStyle, type RenderedPage, renderPage } from "../../core/testdata/render/render-page.ts";
import type { CollectedSketch } from "../sketches.ts";

/** Where pages are kept between runs. */
const PAGES = ".cache/bench/drawn-pages";

/** One of the pages that are made from a drawing. */
export interface PageKind {
  readonly style: PageStyle;
  /**
   * The number of the page among those of this drawing and style, from 0: they differ in size, place, pen, paper, light
   * and noise.
   */
  readonly rendering: number;
}

export interface ReadingOptions extends PageKind {
  readonly reader: PageReader;
  /** A folder in which the readings of each set of networks are kept between runs; without it the page is read. */
  readonly readings?: string | undefined;
}

/** A page's reading and the processor time that it took. */
export interface TimedReading {
  readonly reading: PageReading;
  readonly seconds: number;
}

/** What is read from a drawing's page, as the command reads it. */
export async function readDrawing(
  drawing: CollectedSketch,
  { reader, readings, ...kind }: ReadingOptions,
): Promise<TimedReading> {
  const path =
    readings === undefined
      ? null
      : join(readings, reader.model.slice(0, 12), `${pageName(drawing.sketch.id, kind)}.json`);
  if (path !== null && existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as TimedReading;
  const { bytes } = await renderedPage(drawing, kind);
  const image = await firstPage(bytes);
  const before = process.cpuUsage();
  const reading = await reader.read(image);
  const { user, system } = process.cpuUsage(before);
  const timed = { reading, seconds: (user + system) / 1e6 };
  if (path !== null) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(timed));
  }
  return timed;
}

/** The only page of an encoded picture. */
export async function firstPage(bytes: Uint8Array): Promise<PageImage> {
  const file = await decodePages(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) {
    if (!page.ok) throw new Error(page.failure.message);
    return page.image;
  }
  throw new Error("The file has no page.");
}

/** A drawing as a page; it is drawn once. */
export async function renderedPage({ sketch }: CollectedSketch, { style, rendering }: PageKind): Promise<RenderedPage> {
  const base = `${PAGES}/${pageName(sketch.id, { style, rendering })}`;
  if (existsSync(`${base}.json`)) {
    const facts = JSON.parse(readFileSync(`${base}.json`, "utf8")) as Omit<RenderedPage, "bytes">;
    return { ...facts, bytes: readFileSync(`${base}.page`) };
  }
  const { bytes, ...facts } = await renderPage(sketch, style, rendering);
  mkdirSync(PAGES, { recursive: true });
  writeFileSync(`${base}.page`, bytes);
  writeFileSync(`${base}.json`, JSON.stringify(facts));
  return { ...facts, bytes };
}

/** A name for the page's files. */
export function pageName(id: string, { style, rendering }: PageKind): string {
  return rendering === 0 ? `${id}-${style}` : `${id}-${style}-${rendering}`;
}
