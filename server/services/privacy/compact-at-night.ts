import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { sharedSecrets } from "../../db/schema.ts";
import { isDone } from "../operation/backups/backup-day.ts";

/** The row that says since when the database's file must be written again. */
const NAME = "compact-since";
/** If there are no scheduled backups, which have a time of their own. */
const NIGHT = "03:00";
/** After a failure the next attempt is made this much later, in milliseconds. */
const RETRY = 60 * 60 * 1000;

/** The statement that belongs to a batch which erases something: the file is written again in the next night. */
export function compactLater(query: Query, at: number) {
  const value = String(at);
  return query
    .insert(sharedSecrets)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: sharedSecrets.name, set: { value } });
}

/**
 * The work of each minute that writes the database's file again in the night after something was erased, or as soon as
 * the server runs after it. By day, everybody would wait for it.
 */
export function nightlyCompaction({ db, config, now, log }: AppContext): () => Promise<void> {
  const hours = { time: config.backup?.time ?? NIGHT, timezone: config.timezone };
  let retryAt = 0;
  return async () => {
    const [row] = await db.query.select().from(sharedSecrets).where(eq(sharedSecrets.name, NAME));
    const began = now();
    if (!row || began < retryAt || isDone(Number(row.value), began, hours)) return;
    try {
      await db.compact();
    } catch (error) {
      retryAt = began + RETRY;
      log.error("not-compacted", error);
      return;
    }
    const mine = and(eq(sharedSecrets.name, NAME), eq(sharedSecrets.value, row.value));
    await db.run((query) => query.delete(sharedSecrets).where(mine));
    log.info("compacted", { ms: now() - began });
  };
}
