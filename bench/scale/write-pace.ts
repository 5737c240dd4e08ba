import { eq } from "drizzle-orm";
import { newId } from "../../server/adapters/random.ts";
import { openDatabase } from "../../server/db/client.ts";
import { rateWindows } from "../../server/db/schema.ts";
import type { SpawnedGroup } from "../../server/testing/spawned/spawned-group.ts";

const PROCESSES = 4;
const SECONDS = 5;

/**
 * Transactions per second that read and then write, by several processes at once: such writes wait for each other, and
 * each page takes one, its hand-in.
 */
export async function writePace({ variables }: SpawnedGroup): Promise<number> {
  const options = { url: variables.DATABASE_URL ?? "", authToken: variables.DATABASE_AUTH_TOKEN };
  const databases = await Promise.all(Array.from({ length: PROCESSES }, () => openDatabase(options)));
  const end = performance.now() + 1000 * SECONDS;
  let writes = 0;
  await Promise.all(
    databases.map(async (database) => {
      while (performance.now() < end) {
        await database.write(async (query) => {
          const key = newId();
          await query.select().from(rateWindows).where(eq(rateWindows.key, key));
          // About as many rows as a page has predictions.
          const rows = Array.from({ length: 10 }, (_, index) => ({ key: `${key}-${index}`, count: 1, endsAt: 0 }));
          const [first, ...others] = rows.map((row) => query.insert(rateWindows).values(row));
          await query.batch([first!, ...others]);
        });
        writes++;
      }
    }),
  );
  await Promise.all(databases.map((database) => database.close()));
  return writes / SECONDS;
}
