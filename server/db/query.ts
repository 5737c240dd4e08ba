import type { LibSQLDatabase } from "drizzle-orm/libsql";
import * as schema from "./schema.ts";

/** How queries name tables and columns. */
export const DIALECT = { schema, casing: "snake_case" } as const;

/** A connection that statements can be sent on. */
export type Query = LibSQLDatabase<typeof schema>;

/** SQL that a batch can have. */
export type SqlStatement = Parameters<Query["batch"]>[0][number];

/** Makes all of these in one batch, or nothing; there may be none. */
export async function makeAll(query: Query, [first, ...rest]: readonly SqlStatement[]): Promise<void> {
  if (first) await query.batch([first, ...rest]);
}
