import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { annotatedPng } from "../../core/annotate/page-picture.ts";
import type { PageReader } from "../../core/read-page.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { decodePages } from "../../core/scan/decode-pages.ts";
import type { PageImage } from "../../core/scan/page-image.ts";
import { type PageStyle, type RenderedPage, renderPage } from "../../core/testdata/render/render-page.ts";
import type { CollectedSketch, Collection } from "../sketches.ts";
import { type ExpectedBox, type Found, type GateErrors, gateErrors } from "./average-precision.ts";
import { type Cause, firstCause } from "./causes.ts";
import { scoreReading } from "./score-outputs.ts";

export interface MeasuredPage {
  readonly id: string;
  readonly set: string;
  readonly collection: Collection;
  readonly style: PageStyle;
  readonly usable: boolean;
  readonly strict: boolean;
  readonly topology: boolean;
  /** Null if the page was read correctly. */
  readonly cause: Cause | null;
  readonly errors: GateErrors;
  readonly problems: readonly string[];
  readonly found: readonly Found[];
  readonly wanted: readonly ExpectedBox[];
}

/** One of the pages that are made from a drawing. */
export interface PageKind {
  readonly style: PageStyle;
  /**
   * The number of the page among those of this drawing and style, from 0: they differ in size, place, pen, paper, light
   * and noise.
   */
  readonly rendering: number;
}

/** Renders a drawing (kept in `cache`), reads it as the command does and compares. Wrong readings go to `wrong`. */
export async function measurePage(
  drawing: CollectedSketch,
  options: PageKind & { readonly reader: PageReader; readonly cache: string; readonly wrong: string },
): Promise<MeasuredPage> {
  const { reader, style, wrong } = options;
  const { sketch, truth, collection } = drawing;
  const rendered = await renderedPage(drawing, options);
  const image = await firstPage(rendered.bytes);
  const reading = await reader.read(image);
  const page = pageName(sketch.id, options);
  const found = reading.gates.map((gate) => ({ page, label: gate.class_name, box: gate, confidence: gate.confidence }));
  const wanted = rendered.gates.map((gate) => ({ page, ...gate }));
  const errors = gateErrors(found, wanted);
  const score = truth.usable ? scoreReading(reading, truth) : { strict: false, topology: false };
  const cause = !truth.usable || score.strict ? null : firstCause({ reading, truth, topology: score.topology, errors });
  if (cause !== null) await writeWrong({ image, reading, folder: wrong, page, drawing, cause });
  return {
    id: sketch.id,
    set: truth.set,
    collection,
    style,
    usable: truth.usable,
    ...score,
    cause,
    errors,
    problems: reading.problems.map(({ code }) => code),
    found,
    wanted,
  };
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

/** A drawing as a page, kept in `cache`. */
export async function renderedPage(
  { sketch }: CollectedSketch,
  { style, rendering, cache }: PageKind & { cache: string },
): Promise<RenderedPage> {
  const base = `${cache}/${pageName(sketch.id, { style, rendering })}`;
  if (existsSync(`${base}.json`)) {
    const facts = JSON.parse(readFileSync(`${base}.json`, "utf8")) as Omit<RenderedPage, "bytes">;
    return { ...facts, bytes: readFileSync(`${base}.page`) };
  }
  const { bytes, ...facts } = await renderPage(sketch, style, rendering);
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${base}.page`, bytes);
  writeFileSync(`${base}.json`, JSON.stringify(facts));
  return { ...facts, bytes };
}

function pageName(id: string, { style, rendering }: PageKind): string {
  return rendering === 0 ? `${id}-${style}` : `${id}-${style}-${rendering}`;
}

async function writeWrong(facts: {
  image: PageImage;
  reading: PageReading;
  folder: string;
  page: string;
  drawing: CollectedSketch;
  cause: Cause;
}): Promise<void> {
  const { image, reading, folder, page, drawing, cause } = facts;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${page}.png`, await annotatedPng(image, reading));
  const lines = [
    `cause: ${cause}`,
    `expected: ${drawing.truth.outputs.map((output) => `${output.name} = ${output.expression}`).join("; ")}`,
    `read: ${reading.outputs.map((output) => `${output.name} = ${output.expression}`).join("; ")}`,
    `problems: ${reading.problems.map(({ code }) => code).join(", ")}`,
    `notes: ${drawing.truth.notes}`,
  ];
  writeFileSync(`${folder}/${page}.txt`, `${lines.join("\n")}\n`);
}
