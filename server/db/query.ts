import { type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as schema from "./schema.ts";

/** How queries name tables and columns. */
export const DIALECT = { schema, casing: "snake_case" } as const;

/** A connection that statements can be sent on. */
export type Query = LibSQLDatabase<typeof schema>;

/** Selects rows by any number of IDs: a statement may have 32,766 values. */
export function among(column: SQLiteColumn, ids: readonly string[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

/** SQL that a batch can have. */
export type SqlStatement = Parameters<Query["batch"]>[0][number];

/** Makes all of these in one batch, or nothing; there may be none. */
export async function makeAll(query: Query, [first, ...rest]: readonly SqlStatement[]): Promise<void> {
  if (first) await query.batch([first, ...rest]);
}
