import type { KeptBackup } from "./backup-folder.ts";

/** What this process knows about the scheduled backups. */
export interface BackupState {
  isRunning: boolean;
  /** Null before the folder was looked at, and while there is none. */
  newest: KeptBackup | null;
  /** Why the last attempt failed; null if it did not. */
  failure: { readonly at: number; readonly message: string } | null;
}

export function createBackupState(): BackupState {
  return { isRunning: false, newest: null, failure: null };
}
