import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY, HOUR } from "../../../../core/basics/durations.ts";
import { encryptTo } from "../../../adapters/age.ts";
import type { BackupSettings } from "../../../config.ts";
import type { AppContext } from "../../../context.ts";
import { storageFault } from "../../../storage/storage-fault.ts";
import { makeBackup } from "../../exports/backup.ts";
import { copyErasures } from "../../privacy/erasure-list.ts";
import { isClockSteady } from "../steady-clock.ts";
import { isDone } from "./backup-day.ts";
import { backupName, type KeptBackup, listBackups, removeOldBackups, writeBackup } from "./backup-folder.ts";

/** After a failure the next attempt is made this much later, in milliseconds. */
const RETRY = HOUR;

/**
 * Begins the day's backup in the background, unless it has been made. A server that did not run at that time makes it
 * when it starts. A failure is logged, and tried again an hour later.
 */
export function backUpWhenDue(context: AppContext): void {
  const { backups, config, lifecycle, now } = context;
  const { backup } = config;
  if (backup === undefined || backups.isRunning) return;
  if (backups.failure !== null && now() < backups.failure.at + RETRY) return;
  if (backups.newest !== null && isOfToday(backups.newest, context, backup)) return;
  backups.isRunning = true;
  const attempt = backUp(context, backup).finally(() => {
    backups.isRunning = false;
  });
  lifecycle.inBackground("scheduled-backup", attempt);
}

function isOfToday({ at }: KeptBackup, { config, now }: AppContext, { time }: BackupSettings): boolean {
  return isDone(at, now(), { time, timezone: config.timezone });
}

async function backUp(context: AppContext, settings: BackupSettings): Promise<void> {
  const { backups, log, now } = context;
  const { folder, keep } = settings;
  const { backupDays: days } = context.config;
  const at = now();
  try {
    await requireFolder(folder);
    backups.newest = (await listBackups(folder, at))[0] ?? null;
    if (backups.newest === null || !isOfToday(backups.newest, context, settings)) {
      backups.newest = await makeOne(context, settings, at);
      log.info("backup-made", { file: backups.newest.name, bytes: backups.newest.bytes, ms: now() - at });
    }
    backups.failure = null;
    await copyErasures(context);
  } catch (error) {
    backups.failure = { at, message: explain(error, folder) };
    log.error("backup-failed", error, { folder });
  }
  const oldest = (await isClockSteady(context)) ? at - days * DAY : 0;
  const removed = await removeOldBackups(folder, { keep, oldest, now: at }).catch(() => []);
  if (removed.length > 0) log.info("backups-removed", { files: removed.join(" ") });
}

/** Not created: it may be a disk that is not mounted. */
async function requireFolder(folder: string): Promise<void> {
  const known = await stat(folder).catch(() => null);
  if (known === null || !known.isDirectory()) throw new FolderMissing(folder);
}

class FolderMissing extends Error {
  override readonly name = "FolderMissing";

  constructor(folder: string) {
    super(`The folder ${folder} does not exist: create it, or mount its disk.`);
  }
}

async function makeOne(context: AppContext, settings: BackupSettings, at: number): Promise<KeptBackup> {
  const { backups } = context;
  const { folder, recipients } = settings;
  const encrypted = recipients.length > 0;
  const name = backupName(at, { encrypted });
  const { archive, lost } = await makeBackup(context);
  const bytes = encrypted ? await encryptTo(recipients, archive) : archive;
  await writeBackup(join(folder, name), bytes as unknown as AsyncIterable<Uint8Array>);
  backups.lost = lost;
  const { size } = await stat(join(folder, name));
  return { name, at, bytes: size, encrypted };
}

const FAULTS = {
  full: "The disk of BACKUP_DIR or of DATA_DIR is full: make room on it.",
  "read-only": "Permission denied: give the server's user the right to write in BACKUP_DIR.",
  broken: "The disk of BACKUP_DIR or of DATA_DIR reports errors: check it.",
  "in-the-way": "A file has the name of a folder: set BACKUP_DIR to a folder.",
} as const;

/** For the administrator's page. */
function explain(error: unknown, folder: string): string {
  if (error instanceof FolderMissing) return error.message;
  const fault = storageFault(error);
  if (fault !== null) return FAULTS[fault];
  return `${error instanceof Error ? error.message : error} (${folder}; more in the server's log: backup-failed)`;
}
