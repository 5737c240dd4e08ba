import type { LibSQLDatabase } from "drizzle-orm/libsql";
import * as schema from "./schema.ts";

/** How queries name tables and columns. */
export const DIALECT = { schema, casing: "snake_case" } as const;

/** A connection that statements can be sent on. */
export type Query = LibSQLDatabase<typeof schema>;
