import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { newToken } from "../adapters/random.ts";
import type { Database } from "../db/client.ts";
import { sharedSecrets } from "../db/schema.ts";

/**
 * The secret of that name, which all processes of the database share. The first process creates it; a server that had
 * it in its data folder, at `path`, takes it from there.
 */
export async function sharedSecret(db: Database, { name, path }: { name: string; path: string }): Promise<string> {
  const kept = (await readFile(path, "utf8").catch(() => "")).trim();
  const value = kept.length < 16 ? newToken() : kept;
  return db.write(async (query) => {
    await query.insert(sharedSecrets).values({ name, value }).onConflictDoNothing();
    const [row] = await query.select().from(sharedSecrets).where(eq(sharedSecrets.name, name));
    return row!.value;
  });
}
