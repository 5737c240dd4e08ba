import { statfs } from "node:fs/promises";
import type { Config } from "../config.ts";
import { TEXTS } from "../contract/texts.ts";
import { Refusal } from "../refusal.ts";

/**
 * What stacks and students' further pages leave free of the disk: for students who have sent none, and for grading. On a
 * small disk it is less.
 */
const RESERVE = { bytes: 1024 ** 3, part: 0.05 };

/** Refuses a stack while the disk for files is nearly full: it can wait, what students hand in cannot. */
export async function refuseIfNearlyFull(config: Pick<Config, "bucket" | "dataDir">): Promise<void> {
  if (!(await isDiskNearlyFull(config))) return;
  throw new Refusal(507, { code: "disk-nearly-full", message: TEXTS.files.noRoomForStacks });
}

/** Whether students' pages should replace no others, because the disk for files is nearly full. */
export async function isDiskNearlyFull({ bucket, dataDir }: Pick<Config, "bucket" | "dataDir">): Promise<boolean> {
  if (bucket !== undefined) return false;
  const { free, size } = await roomOf(dataDir);
  return free < Math.min(RESERVE.bytes, RESERVE.part * size);
}

/** Bytes that are free on the disk of the data folder: files arrive there, also those for a bucket. */
export async function freeBytes({ dataDir }: Pick<Config, "dataDir">): Promise<number> {
  return (await roomOf(dataDir)).free;
}

async function roomOf(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
