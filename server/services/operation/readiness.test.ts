import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

async function ready() {
  const { status, body } = await server.visitor().call("ready", {});
  return [status, body.error?.code ?? body.status];
}

it("answers 503 until it takes work, and again as soon as it stops", async () => {
  expect(await ready()).toEqual([503, "starting"]);
  await server.context.jobs.start();
  const { status, body } = await server.visitor().call("ready", {});
  expect([status, body]).toEqual([200, { status: "ready", parts: { database: true, files: true, readers: true } }]);
  server.context.lifecycle.beginStop();
  expect(await ready()).toEqual([503, "stopping"]);
  expect((await server.visitor().call("health", {})).status).toBe(200);
});

it("names the parts that cannot be used, within seconds", async () => {
  const { context, clock } = server;
  await context.jobs.start();
  expect(await ready()).toEqual([200, "ready"]);
  const folder = join(context.config.dataDir, "files");
  await rm(folder, { recursive: true });
  await writeFile(folder, "A file is in the place of the folder.");
  await context.recogniser.close(0);
  // A check holds for two seconds.
  expect(await ready()).toEqual([200, "ready"]);
  clock.advance(2_000);
  const { status, body } = await server.visitor().call("ready", {});
  expect([status, body]).toMatchObject([
    503,
    {
      error: { code: "not-ready", message: "The server cannot use its files, readers." },
      parts: { database: true, files: false, readers: false },
    },
  ]);
  expect(server.logged.filter((line) => line.includes('"not-ready"') && line.includes('"part"'))).toHaveLength(2);
});
