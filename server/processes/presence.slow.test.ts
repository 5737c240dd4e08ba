import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, it } from "vitest";
import { createLifecycle, type Lifecycle } from "../adapters/lifecycle.ts";
import { createLog } from "../adapters/log.ts";
import { openDatabase } from "../db/client.ts";
import { processes } from "../db/schema.ts";
import { DataInUse } from "../storage/claim-data.ts";
import { openLibsqlServer } from "../testing/services/libsql-server.ts";
import { joinProcesses, type Presence } from "./presence.ts";

const log = createLog(
  () => undefined,
  () => 0,
);

let lifecycles: Lifecycle[] = [];

const remote = await openLibsqlServer();
const db = await openDatabase({ url: `http://${remote.host}`, authToken: remote.token });
afterAll(async () => {
  await db.close();
  await remote.close();
});
afterEach(async () => {
  for (const lifecycle of lifecycles) await lifecycle.stop();
  lifecycles = [];
});

function join(folderId: string, { origin = "https://a.edu", secret = "s" } = {}): Promise<Presence> {
  const lifecycle = createLifecycle(log);
  lifecycles.push(lifecycle);
  const settings = { plain: { ORIGIN: origin }, secret: { TEMPLATE_SECRET: secret } };
  return joinProcesses({ db, lifecycle, log, folderId, settings });
}

/** Which of the recorded processes `presence` considers gone. */
async function gone(presence: Presence): Promise<string[]> {
  const rows = await db.query.select({ id: processes.id }).from(processes).where(presence.isGone(processes.id));
  return rows.map(({ id }) => id);
}

it("a process is present from its start to its stop, or until its heartbeats end", async () => {
  const [one, other] = [await join("f1"), await join("f2")];
  expect(await gone(one)).toEqual([]);
  await db.query.update(processes).set({ seenAt: sql`unixepoch() - 60` });
  expect(await gone(one)).toEqual([other.id]);
  await lifecycles[1]!.stop();
  expect((await db.query.select().from(processes)).map(({ id }) => id)).toEqual([one.id]);
});

it("sends heartbeats", async () => {
  const one = await join("f1");
  const other = await join("f2");
  await db.query.update(processes).set({ seenAt: sql`unixepoch() - 60` });
  await expect.poll(() => gone(one)).toEqual([]);
  expect(await gone(other)).toEqual([]);
});

it("a process that takes a data folder knows that its last one is gone", async () => {
  await join("f1");
  const again = await join("f1");
  expect((await db.query.select().from(processes)).map(({ id }) => id)).toEqual([again.id]);
});

it("refuses different settings, names them, and reveals no secret", async () => {
  await join("f1");
  const other = join("f2", { origin: "https://b.edu", secret: "hidden" });
  await expect(other).rejects.toThrow(DataInUse);
  await expect(other).rejects.toThrow(
    /ORIGIN is https:\/\/b.edu here, and https:\/\/a.edu there\n.*TEMPLATE_SECRET is/,
  );
  await expect(other).rejects.not.toThrow("hidden");
  await lifecycles[0]!.stop();
  await join("f2", { origin: "https://b.edu" });
});
