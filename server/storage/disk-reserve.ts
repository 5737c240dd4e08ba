import { statfs } from "node:fs/promises";
import type { Config } from "../config.ts";

/**
 * What students' further pages leave free of the disk: for students who have sent none, and for grading. On a small disk
 * it is less.
 */
const RESERVE = { bytes: 1024 ** 3, part: 0.05 };

/** Whether students' pages should replace no others, because the disk for files is nearly full. */
export async function isDiskNearlyFull({ bucket, dataDir }: Pick<Config, "bucket" | "dataDir">): Promise<boolean> {
  if (bucket !== undefined) return false;
  const { bavail, bsize, blocks } = await statfs(dataDir);
  return bavail * bsize < Math.min(RESERVE.bytes, RESERVE.part * blocks * bsize);
}
