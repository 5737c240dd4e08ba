import { eq } from "drizzle-orm";
import { DAY, HOUR } from "../../../core/basics/durations.ts";
import type { AppContext } from "../../context.ts";
import { clockWatch } from "../../db/schema.ts";

const ROW = 1;

/**
 * Whether what is old may be deleted. A clock that is wrong (an empty battery, a resumed virtual machine) would make
 * everything old, and is usually put right within hours. So after each jump of the clock, and after a day or more
 * without a server, nothing is deleted by its age for a day.
 */
export async function isClockSteady({ db, now, log }: Pick<AppContext, "db" | "now" | "log">): Promise<boolean> {
  const at = now();
  const [known] = await db.query.select().from(clockWatch).where(eq(clockWatch.id, ROW));
  const isJump = known === undefined || at < known.seenAt - HOUR || at > known.seenAt + DAY;
  const steadySince = isJump ? at : known.steadySince;
  if (isJump || at > known.seenAt + HOUR) {
    const row = { seenAt: at, steadySince };
    await db.run((query) =>
      query
        .insert(clockWatch)
        .values({ id: ROW, ...row })
        .onConflictDoUpdate({ target: clockWatch.id, set: row }),
    );
  }
  if (isJump && known !== undefined) {
    const [from, to] = [known.seenAt, at].map((time) => new Date(time).toISOString());
    log.warn("clock-jumped", { from: from!, to: to!, effect: "nothing is deleted by its age for a day" });
  }
  return at >= steadySince + DAY;
}
