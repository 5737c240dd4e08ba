import type { Database } from "../../db/client.ts";
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
