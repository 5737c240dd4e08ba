import { readFileSync } from "node:fs";
import sharp from "sharp";
import type { AnswerKey } from "../../core/grade/item-function.ts";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";
import { renderedPage } from "../recognition/read-drawing.ts";
import { type CollectedSketch, loadDrawings, loadHomework, loadPhotos } from "../sketches.ts";
import { drawnItem } from "../verdicts/item-keys.ts";

/** A page as a file, and the keys of what was drawn; null if they are not known, or would have too many inputs. */
export interface OthersPage {
  readonly bytes: Uint8Array;
  readonly keys: readonly AnswerKey[] | null;
}

/** Pages of one kind. */
export interface Batch {
  readonly name: string;
  readonly pages: readonly OthersPage[];
}

/** Name of the batch of scanned pages. */
export const SCANS = "scans";

/** Long side of the report's pictures in pixels. */
export const PICTURE_SIDE = 1100;

const PHONE = { width: 3000, height: 4000 } as const;
/** Students' coursework: more gates, buses, gates of several inputs. */
const COURSEWORK = "e85";

/**
 * Other people's pages: drawings of measuring drafters as scans at 150 DPI, as photos of 12 megapixels and (coursework)
 * as smaller photos, and people's pictures of their own homework, `limit` of each; and the real photographs. Null if the
 * drawings are not on this machine.
 */
export async function othersPages(limit: number): Promise<Batch[] | null> {
  const drawings = loadDrawings("measuring");
  if (drawings === null) return null;
  const usable = drawings.filter(({ truth }) => truth.usable);
  const coursework = usable.filter(({ truth }) => truth.set === COURSEWORK);
  return [
    { name: SCANS, pages: await pagesOf(spread(usable, limit), "scan") },
    {
      name: "photos of 12 megapixels",
      pages: await Promise.all((await pagesOf(spread(usable, limit), "photo")).map(asPhone)),
    },
    { name: "photographed coursework", pages: await pagesOf(spread(coursework, limit), "photo") },
    {
      name: "real photographs",
      pages: loadPhotos().map(({ path, photo }) => ({ bytes: readFileSync(path), keys: keysOf(photo) })),
    },
    {
      name: "homework",
      pages: spread(loadHomework(), limit).map((path) => ({ bytes: readFileSync(path), keys: null })),
    },
  ];
}

/** `count` of `all`, evenly spread. */
function spread<Item>(all: readonly Item[], count: number): Item[] {
  const step = Math.max(1, all.length / count);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

async function pagesOf(drawings: readonly CollectedSketch[], style: "scan" | "photo"): Promise<OthersPage[]> {
  const pages: OthersPage[] = [];
  for (const drawing of drawings) {
    const { bytes } = await renderedPage(drawing, { style, rendering: 0 });
    pages.push({ bytes, keys: keysOf(drawing.truth) });
  }
  return pages;
}

function keysOf(truth: SketchTruth): readonly AnswerKey[] | null {
  return truth.usable ? (drawnItem(truth)?.right ?? null) : null;
}

/** A simulated photo with as many pixels as a phone takes. */
async function asPhone({ bytes, keys }: OthersPage): Promise<OthersPage> {
  const photo = sharp(bytes)
    .resize({ ...PHONE, fit: "outside" })
    .jpeg({ quality: 85 });
  return { bytes: await photo.toBuffer(), keys };
}
