import { LibsqlError } from "@libsql/client";

/** Another process has locked the database: nothing was written, so try again. */
export class DatabaseBusy extends Error {
  override readonly name = "DatabaseBusy";
}

/** The libSQL server does not answer, or refuses. What was being written may have been written. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

/** The file is not a database, or parts of it cannot be read. */
export class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";
}

/** A newer version has changed the tables, so this version must not use them. */
export class DatabaseNewer extends Error {
  override readonly name = "DatabaseNewer";

  constructor() {
    super(
      "The database belongs to a newer version of CircuitGrade: install that version again, or " +
        "restore a backup of this one into another data folder or database.",
    );
  }
}

/** The disk has no room for changing the tables, or for the copy that is kept of the database before. */
export class NoRoomForUpgrade extends Error {
  override readonly name = "NoRoomForUpgrade";

  /** `bytes` are those that it needs; undefined: more than there were. */
  constructor(bytes?: number, options?: ErrorOptions) {
    const needs = bytes === undefined ? "more" : `${Math.ceil(bytes / 1e6)} MB of`;
    super(
      `This version changes the database's tables, and keeps a copy of it before. The data folder's disk needs ` +
        `${needs} free space for it; nothing was changed.`,
      options,
    );
  }
}

/** A libSQL server's database is to be changed, and nobody has said that there is a backup of it. */
export class BackupUnknown extends Error {
  override readonly name = "BackupUnknown";

  /** `version` stands for the tables of this version. */
  constructor(version: number) {
    super(
      "This version changes the database's tables, and a libSQL server keeps no copy of them: back it up there, then " +
        `start with DATABASE_BACKED_UP=${version}. Nothing was changed.`,
    );
  }
}

/** What a failure at a libSQL server is: one of SQL stays, any other is an outage. */
export function serverFailure(error: unknown): unknown {
  if (
    isBusy(error) ||
    causes(error).some((each) => each instanceof LibsqlError && each.code === "TRANSACTION_TIMEOUT")
  ) {
    return new DatabaseBusy("The database server is busy.", { cause: error });
  }
  // An SQL error has SQLite's code.
  if (error instanceof LibsqlError && error.code.startsWith("SQLITE_")) return error;
  const reason = causes(error).at(-1)?.message ?? String(error);
  const message = `The libSQL server refuses (${reason}): check DATABASE_URL and DATABASE_AUTH_TOKEN.`;
  return new DatabaseUnreachable(message, { cause: error });
}

/** The damage behind an error. */
export function findDamage(error: unknown): DatabaseDamaged | null {
  if (error instanceof DatabaseDamaged) return error;
  const all = causes(error);
  const isDamage = all.some((each) => each instanceof LibsqlError && /^SQLITE_(CORRUPT|NOTADB)/.test(each.code));
  return isDamage ? new DatabaseDamaged(all.at(-1)!.message, { cause: error }) : null;
}

/** Whether another process or transaction has locked the database. */
export function isBusy(error: unknown): boolean {
  return causes(error).some((each) => each instanceof LibsqlError && /^SQLITE_(BUSY|LOCKED)/.test(each.code));
}

/** Whether a row was to refer to another one that is gone by now: a libSQL server gives no code of its own for that. */
export function isDangling(error: unknown): boolean {
  return causes(error).some(
    (each) => each instanceof LibsqlError && /FOREIGN KEY constraint failed$/.test(each.message),
  );
}

/** The outage behind an error: the query builder wraps what its client throws. */
export function findOutage(error: unknown): DatabaseBusy | DatabaseUnreachable | null {
  return causes(error).find((each) => each instanceof DatabaseBusy || each instanceof DatabaseUnreachable) ?? null;
}

export function rethrowOutage(error: unknown): never {
  throw findOutage(error) ?? error;
}

/** An error, its cause, the cause's cause … */
function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}
