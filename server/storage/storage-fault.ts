/** Why a file or the database cannot be written, if an administrator can fix it. */
export type StorageFault = "full" | "read-only" | "broken" | "in-the-way";

const CODES: Readonly<Record<string, StorageFault>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  SQLITE_FULL: "full",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
  SQLITE_READONLY: "read-only",
  EIO: "broken",
  SQLITE_IOERR: "broken",
  ENOTDIR: "in-the-way",
  EEXIST: "in-the-way",
};

/** Finds the fault in an error or its causes; null for any other error. Deno's errors have names instead of codes. */
export function storageFault(error: unknown): StorageFault | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === "string" && Object.hasOwn(CODES, code)) return CODES[code]!;
  if (error.name === "NotCapable" || error.name === "PermissionDenied") return "read-only";
  if (/no space left on device/i.test(error.message)) return "full";
  return storageFault(error.cause);
}

/** Whether the process may open no more files for now. */
export function isOutOfFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === "EMFILE" || code === "ENFILE" || isOutOfFiles(error.cause);
}

const WORDS: Readonly<Record<StorageFault, string>> = {
  full: "the disk is full. Make room on it, or set another DATA_DIR.",
  "read-only": "permission denied. Give the server's user the right to write there, or set another DATA_DIR.",
  broken: "the disk reports errors. Check it, or set another DATA_DIR.",
  "in-the-way": "a file has the name of a folder. Move that file, or set another DATA_DIR.",
};

/** The data folder cannot be used; the message says what to do. */
export class DataUnusable extends Error {
  override readonly name = "DataUnusable";

  constructor(dataDir: string, fault: StorageFault) {
    super(`The data folder ${dataDir} cannot be used: ${WORDS[fault]}`);
  }
}
