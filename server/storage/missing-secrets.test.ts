import { rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { secondFactors } from "../db/schema.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";
import { missingSecrets } from "./missing-secrets.ts";

let server: TestServer;
beforeEach(async () => {
  server = await serverOfTest();
});

async function missing(variables: { templateSecret?: string } = {}): Promise<string[]> {
  const { config, db } = server.context;
  const found = await missingSecrets({ dataDir: config.dataDir, templateSecret: variables.templateSecret }, db.query);
  return found.map(({ file }) => file);
}

it("names the secrets that tasks and second factors were made with", async () => {
  const { db, now } = server.context;
  const ana = await server.instructor();
  for (const file of ["template-secret", "second-factor-secret"]) {
    await rm(join(server.context.config.dataDir, file), { force: true });
  }
  expect(await missing()).toEqual([]);
  await makeTask(ana, await makeClass(ana));
  await db.run((query) =>
    query.insert(secondFactors).values({ userId: ana.userId, sealedSecret: "x", startedAt: now(), confirmedAt: now() }),
  );
  expect(await missing()).toEqual(["template-secret", "second-factor-secret"]);
  expect(await missing({ templateSecret: "of the environment" })).toEqual(["second-factor-secret"]);
});
