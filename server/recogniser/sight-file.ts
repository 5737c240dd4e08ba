import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { PageSight } from "../../core/reading/see-page.ts";

const compress = promisify<Uint8Array, { level: number }, Buffer>(deflateRaw);
const expand = promisify<Uint8Array, Buffer>(inflateRaw);

/** A new file format, or another sight of the same page, gets a new number, and old files are made again. */
const VERSION = 5;

/** Where a sight is cached, and the model it comes from: another model's sight is not used. */
interface Place {
  readonly path: string;
  readonly model: string;
}

/** What the detector saw of a page, from the cache; null if it is not there or damaged. */
export async function keptSight(place: Place): Promise<PageSight | null> {
  return readSight(place).catch(() => null);
}

async function readSight({ path, model }: Place): Promise<PageSight | null> {
  const bytes = await expand(await readFile(path));
  const length = bytes.readUInt32LE(0);
  const { version, model: by, sight } = JSON.parse(bytes.toString("utf8", 4, 4 + length));
  if (version !== VERSION || by !== model) return null;
  const pixels = sight.page.width * sight.page.height;
  const planes = new Uint8Array(bytes.buffer, bytes.byteOffset + 4 + length, 2 * pixels);
  return {
    ...sight,
    page: { ...sight.page, ink: planes.subarray(0, pixels) },
    marks: { ...sight.marks, mask: planes.subarray(pixels) },
  };
}

/** Writes a sight to a file: length of the JSON part, the JSON without pixels, ink, mask. */
export async function keepSight({ path, model }: Place, sight: PageSight): Promise<void> {
  const { ink, ...page } = sight.page;
  const { mask, ...marks } = sight.marks;
  const json = Buffer.from(JSON.stringify({ version: VERSION, model, sight: { ...sight, page, marks } }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const bytes = await compress(Buffer.concat([length, json, ink, mask]), { level: 3 });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}.part`;
  try {
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
