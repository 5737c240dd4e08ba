import { readFileSync } from "node:fs";
import sharp from "sharp";
import { letterStrokes } from "../../core/testdata/drawn-pages/letter-strokes.ts";
import { type Random, seededRandom } from "../../core/testdata/render/random.ts";
import { PAGE_STYLES } from "../../core/testdata/render/render-page.ts";
import { type Half, inverted, pictureFile, type RealPicture, realPicturesOf } from "../recognition/homework.ts";
import { renderedPage } from "../recognition/read-drawing.ts";
import { type CollectedSketch, loadDrawings, type Part, WRONG_TRUTHS } from "../sketches.ts";

/** A page that is read with and without a rule. */
export interface AblationPage {
  readonly name: string;
  /** Validation drafters or strangers to the folds, and how their page looks; or `real`. */
  readonly kind: string;
  /** From 0; further pages of a drawing are only for rules that change few pages. */
  readonly rendering: number;
  /** What it shows: a drawing, or a picture that somebody took. */
  readonly shows: { readonly drawing: CollectedSketch } | { readonly picture: RealPicture };
  readonly bytes: () => Promise<Uint8Array>;
}

const PARTS: readonly (readonly [Part, string])[] = [
  ["validation", "validation"],
  ["training", "strangers"],
];

/** Pages of a drawing that are made from its scan, or its clean page. */
const CONDITIONS: Readonly<Record<string, (drawing: CollectedSketch) => Promise<Uint8Array>>> = {
  ruled: (drawing) => drawnOver(drawing, ruling),
  streaks: (drawing) => drawnOver(drawing, streaks),
  dark: async (drawing) => inverted((await renderedPage(drawing, { style: "scan", rendering: 0 })).bytes, [0, 0, 0]),
  boxed: (drawing) => drawnOver(drawing, box),
  written: (drawing) => drawnOver(drawing, writing),
};

/**
 * The pages of up to `limit` drawings of each part, in an order that mixes parts, styles and conditions, and the pictures
 * that people took of their homework.
 */
export function ablationPages({
  limit,
  renderings,
  half,
}: {
  readonly limit: number;
  readonly renderings: number;
  readonly half: Half;
}): AblationPage[] {
  const of = PARTS.map(([part, title]) => ({ title, drawings: mixed(part) }));
  const conditions = Object.entries(CONDITIONS);
  const real = realPicturesOf(half).filter(({ usable }) => usable);
  const pages: AblationPage[] = [];
  for (let rendering = 0; rendering < renderings; rendering++) {
    for (let index = 0; index < limit; index++) {
      for (const { title, drawings } of of) {
        const drawing = drawings[index];
        if (drawing === undefined) continue;
        const page = (look: string, bytes: AblationPage["bytes"]): AblationPage => {
          const name = [drawing.truth.id, look, ...(rendering === 0 ? [] : [rendering])].join("-");
          return { name, kind: `${title}, ${look}`, rendering, shows: { drawing }, bytes };
        };
        for (const style of PAGE_STYLES)
          pages.push(page(style, async () => (await renderedPage(drawing, { style, rendering })).bytes));
        const [condition, render] = conditions[index % conditions.length]!;
        if (rendering === 0) pages.push(page(condition, () => render(drawing)));
      }
      const picture = rendering === 0 ? real[index] : undefined;
      if (picture === undefined) continue;
      const bytes = async () => readFileSync(pictureFile(picture));
      pages.push({ name: picture.id, kind: "real", rendering, shows: { picture }, bytes });
    }
  }
  return pages;
}

/** The usable drawings of a part in an order that depends on their names alone. */
function mixed(part: Part): CollectedSketch[] {
  return (loadDrawings(part) ?? [])
    .filter(({ truth }) => truth.usable && !WRONG_TRUTHS.has(truth.id))
    .map((drawing) => ({ drawing, at: seededRandom(drawing.truth.id).next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ drawing }) => drawing);
}

interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Pixels of a millimetre of an A4 sheet. */
  readonly mm: number;
  readonly random: Random;
  /** Where there is ink. */
  readonly ink: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

/** A scan of a drawing with what `svg` draws on the sheet. */
async function drawnOver(drawing: CollectedSketch, svg: (sheet: Sheet) => string): Promise<Uint8Array> {
  const { bytes } = await renderedPage(drawing, { style: "scan", rendering: 0 });
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const ink = { left: width, right: 0, top: height, bottom: 0 };
  for (const [at, grey] of data.entries()) {
    if (grey > 100) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    ink.left = Math.min(ink.left, x);
    ink.right = Math.max(ink.right, x);
    ink.top = Math.min(ink.top, y);
    ink.bottom = Math.max(ink.bottom, y);
  }
  const mm = Math.max(width, height) / 297;
  const body = svg({ width, height, mm, random: seededRandom(drawing.truth.id), ink });
  const over = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`);
  return sharp(bytes)
    .composite([{ input: over, blend: "multiply" }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Lines 8 mm apart and a red margin. */
function ruling({ width, height, mm }: Sheet): string {
  const lines = Array.from({ length: Math.floor(height / (8 * mm)) }, (_, k) => {
    return `<path d="M0 ${8 * mm * (k + 1)}H${width}" stroke="#7f9cc4" stroke-width="${0.34 * mm}"/>`;
  });
  return `${lines.join("")}<path d="M${20 * mm} 0V${height}" stroke="#d08080" stroke-width="${0.34 * mm}"/>`;
}

/** Three upright lines as dust in a scanner draws them. */
function streaks({ width, height, random }: Sheet): string {
  return [0, 1, 2]
    .map(() => `<path d="M${Math.round(random.range(0, width))} 0V${height}" stroke="#909090" stroke-width="2"/>`)
    .join("");
}

/** A box around all ink. */
function box({ mm, ink, width, height }: Sheet): string {
  const left = Math.max(2 * mm, ink.left - 8 * mm);
  const top = Math.max(2 * mm, ink.top - 8 * mm);
  const right = Math.min(width - 2 * mm, ink.right + 8 * mm);
  const bottom = Math.min(height - 2 * mm, ink.bottom + 8 * mm);
  return `<path d="M${left} ${top}H${right}V${bottom}H${left}Z" fill="none" stroke="#202028" stroke-width="${0.5 * mm}"/>`;
}

/** A line of letters 12 mm below the drawing, or above it. */
function writing({ mm, ink, height, random }: Sheet): string {
  const y = ink.bottom + 18 * mm < height ? ink.bottom + 12 * mm : Math.max(2 * mm, ink.top - 18 * mm);
  const letters = [..."FACEBADGEZABYFACED"].flatMap((letter, k) => {
    return letterStrokes(random, letter, { at: [ink.left + 6 * mm * k, y], height: 5 * mm });
  });
  const paths = letters.map((stroke) => `M${stroke.map(([x, down]) => `${x} ${down}`).join("L")}`);
  return `<path d="${paths.join("")}" fill="none" stroke="#202028" stroke-width="${0.5 * mm}"/>`;
}
