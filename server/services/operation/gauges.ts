import { statfs } from "node:fs/promises";
import { freemem, totalmem } from "node:os";
import { count, min } from "drizzle-orm";
import { PROGRAM_VERSION } from "../../../core/rules/program-version.ts";
import type { Gauge } from "../../adapters/metrics.ts";
import type { AppContext } from "../../context.ts";
import { jobs } from "../../db/schema.ts";

const KINDS = ["read", "sort", "results"] as const;
const STATES = ["queued", "running", "failed"] as const;

/** What is measured now: the queue (of all processes that share the database), the disk, memory. */
export async function gaugesOf(context: AppContext): Promise<readonly Gauge[]> {
  return [
    ...(await queueGauges(context)),
    ...(await diskGauges(context)),
    ...memoryGauges(),
    ...backupGauges(context),
    versionGauge(),
  ];
}

async function queueGauges({ db, now }: AppContext): Promise<Gauge[]> {
  const rows = await db.query
    .select({ kind: jobs.kind, state: jobs.state, jobs: count(), eldest: min(jobs.createdAt) })
    .from(jobs)
    .groupBy(jobs.kind, jobs.state);
  const find = (kind: string, state: string) => rows.find((row) => row.kind === kind && row.state === state);
  const time = now();
  return [
    {
      name: "circuitgrade_queue_jobs",
      help: "Work in the background: pages to read, stacks to sort, mails about results. Failed ones are kept for 30 days.",
      values: KINDS.flatMap((kind) =>
        STATES.map((state) => ({ labels: { kind, state }, value: find(kind, state)?.jobs ?? 0 })),
      ),
    },
    {
      name: "circuitgrade_queue_oldest_seconds",
      help: "How long the oldest waiting job has been waiting; 0 if none waits.",
      values: KINDS.map((kind) => {
        const eldest = find(kind, "queued")?.eldest ?? time;
        return { labels: { kind }, value: Math.max(0, time - eldest) / 1000 };
      }),
    },
  ];
}

async function diskGauges({ config }: AppContext): Promise<Gauge[]> {
  const { bavail, bsize, blocks } = await statfs(config.dataDir);
  const value = (blockCount: number) => [{ value: blockCount * bsize }];
  return [
    { name: "circuitgrade_disk_free_bytes", help: "Free space for DATA_DIR.", values: value(bavail) },
    { name: "circuitgrade_disk_size_bytes", help: "Size of DATA_DIR's disk.", values: value(blocks) },
  ];
}

function memoryGauges(): Gauge[] {
  return [
    {
      name: "process_resident_memory_bytes",
      help: "Memory of the server's process with its reading threads, without the processes that inspect uploads.",
      values: [{ value: process.memoryUsage().rss }],
    },
    { name: "circuitgrade_memory_free_bytes", help: "Free memory of the machine.", values: [{ value: freemem() }] },
    { name: "circuitgrade_memory_size_bytes", help: "Memory of the machine.", values: [{ value: totalmem() }] },
  ];
}

/** None without scheduled backups. */
function backupGauges({ config, backups: { newest, lost, failure } }: AppContext): Gauge[] {
  if (config.backup === undefined) return [];
  return [
    {
      name: "circuitgrade_backup_last_success_timestamp_seconds",
      help: "When the newest scheduled backup was begun, in seconds since 1970; 0 if there is none.",
      values: [{ value: Math.floor((newest?.at ?? 0) / 1000) }],
    },
    {
      name: "circuitgrade_backup_last_size_bytes",
      help: "Size of the newest scheduled backup.",
      values: [{ value: newest?.bytes ?? 0 }],
    },
    {
      name: "circuitgrade_backup_lost_files",
      help: "How many files the last scheduled backup lacks, because they are missing or damaged in DATA_DIR.",
      values: [{ value: lost }],
    },
    {
      name: "circuitgrade_backup_failed",
      help: "1 if the last attempt at a scheduled backup failed.",
      values: [{ value: failure === null ? 0 : 1 }],
    },
  ];
}

function versionGauge(): Gauge {
  const values = [{ labels: { version: PROGRAM_VERSION }, value: 1 }];
  return { name: "circuitgrade_build_info", help: "The running version.", values };
}
