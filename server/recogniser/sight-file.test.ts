import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { PageSight } from "../../core/reading/see-page.ts";
import { keepSight, keptSight } from "./sight-file.ts";

const folder = await mkdtemp(join(tmpdir(), "sight-"));

afterAll(() => rm(folder, { recursive: true }));

/** A page of two by two pixels. */
function sight(width: number): PageSight {
  const page = { width: 2, height: 2, ink: Uint8Array.of(0, 255, 0, 9) };
  const marks = { gates: [], mask: Uint8Array.of(1, 0, 2, 0) };
  return { page, marks, problems: [], width, height: 600 } as unknown as PageSight;
}

/** The cached sight at `path` for `model`, and whether the detector had to run again. */
async function look(path: string, model: string, width: number): Promise<[width: number, anew: boolean]> {
  const place = { path, model };
  const anew = (await keptSight(place)) === null;
  if (anew) await keepSight(place, sight(width));
  const kept = await keptSight(place);
  expect(kept).toEqual(sight(kept!.width));
  return [kept!.width, anew];
}

it("is what was seen first, as long as the model is the same", async () => {
  const path = join(folder, "a.sight");
  expect(await look(path, "m1", 800)).toEqual([800, true]);
  expect(await look(path, "m1", 900)).toEqual([800, false]);
  expect(await look(path, "m2", 900)).toEqual([900, true]);
  expect(await look(path, "m2", 800)).toEqual([900, false]);
});

it("is made again if the file is damaged", async () => {
  const path = join(folder, "b.sight");
  await writeFile(path, "no sight");
  expect(await look(path, "m1", 800)).toEqual([800, true]);
});
