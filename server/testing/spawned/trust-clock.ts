import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Database, openDatabase } from "../../db/client.ts";
import { clockWatch } from "../../db/schema.ts";

const DAY = 24 * 60 * 60 * 1000;

/** As after days in which the server ran and the clock did not jump: what is old is deleted. */
export async function trustClock({ write }: Pick<Database, "write">): Promise<void> {
  const row = { seenAt: Date.now(), steadySince: Date.now() - 2 * DAY };
  await write((query) =>
    query
      .insert(clockWatch)
      .values({ id: 1, ...row })
      .onConflictDoUpdate({ target: clockWatch.id, set: row }),
  );
}

/** The same for the database in a server's folder, before it starts. */
export async function trustClockIn(dataDir: string): Promise<void> {
  const database = await openDatabase({ url: pathToFileURL(join(dataDir, "circuitgrade.db")).href });
  await trustClock(database);
  await database.close();
}
