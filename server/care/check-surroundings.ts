import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { max, sql } from "drizzle-orm";
import { count } from "../../core/basics/texts.ts";
import { openOnnxDetector, readModelFiles } from "../../core/marks/detector/onnx-detector.ts";
import { tryMailServer } from "../adapters/mailer.ts";
import type { Config } from "../config.ts";
import type { Query } from "../db/client.ts";
import { submissions } from "../db/schema.ts";
import type { Finding } from "./finding.ts";

const MODELS = new URL("../../models/", import.meta.url);

export async function checkModels(): Promise<Finding> {
  const about = "Models";
  try {
    const { model } = await openOnnxDetector(await readModelFiles(MODELS));
    return { level: "ok", about, message: `the networks load (${model.slice(0, 12)}).` };
  } catch (error) {
    return { level: "error", about, message: (error as Error).message };
  }
}

const GIB = 1024 ** 3;

export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize, blocks, ffree, files } = await statfs(dataDir);
  const free = bavail * bsize;
  const about = "Disk";
  const message = `${(free / GIB).toFixed(1)} of ${((blocks * bsize) / GIB).toFixed(1)} GiB are free for ${dataDir}.`;
  const details = ["On a full disk, uploads and grades are refused. Free some space."];
  if (free < 0.2 * GIB) return { level: "error", about, message, details };
  if (files > 0 && ffree < 10_000) {
    return { level: "error", about, message: `the disk has room for only ${ffree} more files.`, details };
  }
  return free < 2 * GIB ? { level: "warning", about, message, details } : { level: "ok", about, message };
}

export async function checkMail(config: Config): Promise<Finding> {
  const about = "Mail";
  if (config.smtpUrl === undefined) {
    const waiting = (await readdir(join(config.dataDir, "outbox")).catch(() => [])).length;
    const message = `SMTP_URL is not set. Mails become files in ${join(config.dataDir, "outbox")} (${count(waiting, "file")}), and are not sent.`;
    return { level: "warning", about, message };
  }
  try {
    await tryMailServer(config.smtpUrl);
    return { level: "ok", about, message: `${new URL(config.smtpUrl).host} takes mails, from ${config.mailFrom}.` };
  } catch (error) {
    const details = ["Check SMTP_URL: host, port, user and password."];
    const message = `${new URL(config.smtpUrl).host} takes no mails: ${(error as Error).message}`;
    return { level: "error", about, message, details };
  }
}

/** A smaller difference between two clocks is normal. */
const CLOCK_MS = 60_000;

/** Due dates depend on the clock. `query` is null if there is no database to compare it with. */
export async function checkClock({ timezone, database }: Config, query: Query | null, now: number): Promise<Finding> {
  const about = "Clock";
  const shown = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone: timezone });
  const message = `it is ${shown.format(now)} in ${timezone}.`;
  if (query === null) return { level: "ok", about, message };
  const [row] = await query.select({ at: max(submissions.receivedAt) }).from(submissions);
  if ((row?.at ?? 0) > now + CLOCK_MS) {
    const details = [`The newest hand-in is of ${new Date(row!.at!).toISOString()}: set this machine's clock.`];
    return { level: "error", about, message: `${message} That is before the newest hand-in.`, details };
  }
  if (!database.url.startsWith("file:")) {
    const remote = await query.get<{ at: number }>(sql`SELECT unixepoch() AS at`);
    const apart = Math.abs(Number(remote?.at) * 1000 - now);
    if (apart > CLOCK_MS) {
      const details = ["Set both clocks by a time server (NTP)."];
      const words = `${message} The database server's clock differs by ${Math.round(apart / 1000)} seconds.`;
      return { level: "error", about, message: words, details };
    }
  }
  return { level: "ok", about, message };
}
