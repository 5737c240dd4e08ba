import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { makeClass } from "../../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";
import { nightlyCompaction } from "./compact-at-night.ts";

const HOUR = 60 * 60 * 1000;
const ERASED = "20235517";

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

function times(): number {
  return server.logged.filter((line) => line.includes('"compacted"')).length;
}

async function erase(): Promise<void> {
  const ana = await server.instructor();
  await makeClass(ana, { studentList: [ERASED] });
  const params = { studentId: ERASED };
  const { fingerprint } = (await ana.call("describeStudent", { params })).body;
  expect((await ana.call("eraseStudent", { params, body: { fingerprint } })).status).toBe(200);
}

it("writes the file again once, in the night after an erasure", async () => {
  const work = nightlyCompaction(server.context);
  await erase();
  // 12:00 in Manila.
  for (const hours of [0, 14]) {
    server.clock.advance(hours * HOUR);
    await work();
    expect(times()).toBe(0);
  }
  server.clock.advance(HOUR);
  await work();
  await work();
  expect(times()).toBe(1);
  server.clock.advance(24 * HOUR);
  await work();
  expect(times()).toBe(1);
});

it("tries again an hour after a failure, also after a restart", async () => {
  const { db } = server.context;
  const { compact } = db;
  await erase();
  server.clock.advance(24 * HOUR);
  const work = nightlyCompaction(server.context);
  let tries = 0;
  Object.assign(db, {
    async compact() {
      tries++;
      throw new Error("The disk is full.");
    },
  });
  await work();
  await work();
  expect([tries, times()]).toEqual([1, 0]);
  expect(server.logged.join()).toContain('"not-compacted"');
  Object.assign(db, { compact });
  server.clock.advance(HOUR);
  await work();
  expect(times()).toBe(1);
});

it("an erasure empties the log at once: the file has zeros instead", async () => {
  await erase();
  const { dataDir } = server.context.config;
  for (const name of ["circuitgrade.db", "circuitgrade.db-wal"]) {
    expect((await readFile(join(dataDir, name)).catch(() => Buffer.alloc(0))).includes(ERASED), name).toBe(false);
  }
});
