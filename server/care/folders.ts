import { mkdir, readdir, stat } from "node:fs/promises";
import type { Config } from "../config.ts";
import { CARE_EXIT, CareFailure } from "./care-failure.ts";

/** @throws {CareFailure} if there is no data folder: a server would make one. */
export async function requireData({ dataDir }: Pick<Config, "dataDir">): Promise<void> {
  if (await stat(dataDir).catch(() => null)) return;
  throw new CareFailure(CARE_EXIT.notFound, `There is no data folder ${dataDir}. Name it with --data.`);
}

/** @throws {CareFailure} if something is in it. */
export async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length === 0) return;
  throw new CareFailure(CARE_EXIT.usage, `${folder} is not empty. Name a new folder.`);
}
