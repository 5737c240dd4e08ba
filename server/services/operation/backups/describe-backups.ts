import type { AppContext } from "../../../context.ts";
import type { Backups } from "../../../contract/backups.ts";

/** The scheduled backups, as the administrator's page shows them. */
export function describeBackups({ config: { backup, backupDays: days }, backups }: AppContext): Backups {
  const { newest, lost, failure, isRunning } = backups;
  const time = (at: number) => new Date(at).toISOString();
  return {
    schedule: backup === undefined ? null : { ...backup, days, encrypted: backup.recipients.length > 0 },
    running: isRunning,
    newest: newest && { name: newest.name, at: time(newest.at), bytes: newest.bytes },
    lost_files: lost,
    failure: failure && { at: time(failure.at), message: failure.message },
  };
}
