import { mkdirSync, writeFileSync } from "node:fs";
import { annotatedPng } from "../../core/annotate/page-picture.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { PageImage } from "../../core/scan/page-image.ts";
import type { PageStyle } from "../../core/testdata/render/render-page.ts";
import type { CollectedSketch, Collection } from "../sketches.ts";
import { type ExpectedBox, type Found, type GateErrors, gateErrors } from "./average-precision.ts";
import { type Cause, firstCause } from "./causes.ts";
import { firstPage, pageName, type ReadingOptions, readDrawing, renderedPage } from "./read-drawing.ts";
import { scoreReading } from "./score-outputs.ts";

export interface MeasuredPage {
  readonly id: string;
  readonly set: string;
  readonly collection: Collection;
  readonly style: PageStyle;
  readonly usable: boolean;
  readonly strict: boolean;
  readonly topology: boolean;
  /** 0 … 1: how likely the functions are those that were drawn. */
  readonly confidence: number;
  /** Null if the page was read correctly. */
  readonly cause: Cause | null;
  readonly errors: GateErrors;
  readonly problems: readonly string[];
  readonly found: readonly Found[];
  readonly wanted: readonly ExpectedBox[];
}

/** Compares what is read from a drawing's page with its truth. Wrong readings go to the folder `wrong`. */
export async function measurePage(
  drawing: CollectedSketch,
  options: ReadingOptions & { readonly wrong: string },
): Promise<MeasuredPage> {
  const { style, wrong } = options;
  const { sketch, truth, collection } = drawing;
  const { reading } = await readDrawing(drawing, options);
  const rendered = await renderedPage(drawing, options);
  const page = pageName(sketch.id, options);
  const found = reading.gates.map((gate) => ({ page, label: gate.class_name, box: gate, confidence: gate.confidence }));
  const wanted = rendered.gates.map((gate) => ({ page, ...gate }));
  const errors = gateErrors(found, wanted);
  const score = truth.usable ? scoreReading(reading, truth) : { strict: false, topology: false };
  const cause = !truth.usable || score.strict ? null : firstCause({ reading, truth, topology: score.topology, errors });
  if (cause !== null)
    await writeWrong({ image: await firstPage(rendered.bytes), reading, folder: wrong, page, drawing, cause });
  return {
    id: sketch.id,
    set: truth.set,
    collection,
    style,
    usable: truth.usable,
    ...score,
    confidence: reading.confidence ?? 0,
    cause,
    errors,
    problems: reading.problems.map(({ code }) => code),
    found,
    wanted,
  };
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
