import type { KeptBackup } from "./backup-folder.ts";

/** What this process knows about the scheduled backups. */
export interface BackupState {
  isRunning: boolean;
  /** Null before the folder was looked at, and while there is none. */
  newest: KeptBackup | null;
  /** How many files the backup lacks that this process made last, because they are missing or damaged on the server. */
  lost: number;
  /** Why the last attempt failed; null if it did not. */
  failure: { readonly at: number; readonly message: string } | null;
}

export function createBackupState(): BackupState {
  return { isRunning: false, newest: null, lost: 0, failure: null };
}
