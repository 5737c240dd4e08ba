import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "../../../../core/basics/durations.ts";

/** A backup in the folder of scheduled ones. */
export interface KeptBackup {
  readonly name: string;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
  readonly encrypted: boolean;
}

/** `circuitgrade-2026-11-24T03-00-05Z.tar.gz`; `.age` follows if it is encrypted. Other files there are left alone. */
const NAME = /^circuitgrade-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz(\.age)?$/;
const DRAFT = /^circuitgrade-[\dTZ-]+\.tar\.gz(\.age)?\.part$/;

/** The name of a backup that is begun now, without fractions of a second. */
export function backupName(now: number, { encrypted }: { encrypted: boolean }): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  return `circuitgrade-${time}Z.tar.gz${encrypted ? ".age" : ""}`;
}

/**
 * What is in the folder, newest first, without those that a wrong clock has named after days to come.
 * @throws {Error} if it cannot be read.
 */
export async function listBackups(folder: string, now: number): Promise<KeptBackup[]> {
  const found: KeptBackup[] = [];
  for (const name of await readdir(folder)) {
    const [, date, hour, minute, second, age] = NAME.exec(name) ?? [];
    if (date === undefined) continue;
    const at = Date.parse(`${date}T${hour}:${minute}:${second}Z`);
    if (at > now + DAY) continue;
    const { size } = await stat(join(folder, name));
    found.push({ name, at, bytes: size, encrypted: age !== undefined });
  }
  return found.sort((one, other) => other.at - one.at);
}

/**
 * Writes a backup under this name, which appears when everything is on the disk.
 *
 * @throws {Error} if the folder is missing or cannot be written; then nothing stays there.
 */
export async function writeBackup(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${path}.part`;
  try {
    const file = await open(draft, "w", 0o600);
    try {
      for await (const piece of bytes) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Removes all but the newest `keep`, those from before `oldest`, and what an interrupted run left behind. The newest one is
 * kept, however old it is. Returns the names of the backups that it removed.
 */
export async function removeOldBackups(
  folder: string,
  { keep, oldest, now }: { keep: number; oldest: number; now: number },
): Promise<string[]> {
  for (const name of await readdir(folder)) if (DRAFT.test(name)) await rm(join(folder, name), { force: true });
  const [, ...others] = await listBackups(folder, now);
  const old = others.filter(({ at }, index) => index + 1 >= keep || at < oldest);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return old.map(({ name }) => name);
}
