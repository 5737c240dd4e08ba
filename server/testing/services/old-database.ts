import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";

const MIGRATIONS = "server/db/migrations";
const JOURNAL: { entries: { tag: string }[] } = JSON.parse(await readFile(`${MIGRATIONS}/meta/_journal.json`, "utf8"));

/** The names of all migrations, the oldest first. */
export const MIGRATION_TAGS: readonly string[] = JOURNAL.entries.map(({ tag }) => tag);

/** Makes the tables of an empty database as a version left them whose last migration was number `last`, from 0. */
export async function makeOldTables(client: Client, { last, folder }: { last: number; folder: string }): Promise<void> {
  const old = join(folder, "migrations");
  await cp(MIGRATIONS, old, { recursive: true });
  const entries = JOURNAL.entries.slice(0, last + 1);
  await writeFile(join(old, "meta/_journal.json"), JSON.stringify({ ...JOURNAL, entries }));
  await migrate(drizzle(client), { migrationsFolder: old });
}
