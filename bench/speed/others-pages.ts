import { readFileSync } from "node:fs";
import sharp from "sharp";
import { renderedPage } from "../recognition/read-drawing.ts";
import { type CollectedSketch, loadDrawings, loadPhotos } from "../sketches.ts";

/** Pages of one kind, as files. */
export interface Batch {
  readonly name: string;
  readonly files: readonly Uint8Array[];
}

/** Name of the batch of scanned pages. */
export const SCANS = "scans";

const PHONE = { width: 3000, height: 4000 } as const;
/** Students' coursework: more gates, buses, gates of several inputs. */
const COURSEWORK = "e85";

/**
 * Other people's pages: drawings of measuring drafters as scans at 150 DPI, as photos of 12 megapixels and (coursework)
 * as smaller photos, `limit` of each; and the real photographs. Null if the drawings are not on this machine.
 */
export async function othersPages(limit: number): Promise<Batch[] | null> {
  const drawings = loadDrawings("measuring");
  if (drawings === null) return null;
  const usable = drawings.filter(({ truth }) => truth.usable);
  const coursework = usable.filter(({ truth }) => truth.set === COURSEWORK);
  return [
    { name: SCANS, files: await filesOf(spread(usable, limit), "scan") },
    {
      name: "photos of 12 megapixels",
      files: await Promise.all((await filesOf(spread(usable, limit), "photo")).map(asPhone)),
    },
    { name: "photographed coursework", files: await filesOf(spread(coursework, limit), "photo") },
    { name: "real photographs", files: loadPhotos().map(({ path }) => readFileSync(path)) },
  ];
}

/** `count` of `all`, evenly spread. */
function spread<Item>(all: readonly Item[], count: number): Item[] {
  const step = Math.max(1, all.length / count);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

async function filesOf(drawings: readonly CollectedSketch[], style: "scan" | "photo"): Promise<Uint8Array[]> {
  const files: Uint8Array[] = [];
  for (const drawing of drawings) {
    files.push((await renderedPage(drawing, { style, rendering: 0 })).bytes);
  }
  return files;
}

/** A simulated photo with as many pixels as a phone takes. */
function asPhone(photo: Uint8Array): Promise<Uint8Array> {
  return sharp(photo)
    .resize({ ...PHONE, fit: "outside" })
    .jpeg({ quality: 85 })
    .toBuffer();
}
