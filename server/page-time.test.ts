import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { File } from "./contract/results/file.ts";
import { HttpClient } from "./testing/http-client.ts";
import { sheetWithQr, uploadForm } from "./testing/pages.ts";
import { instructorOf, makeSpawnedTask } from "./testing/spawned/spawned-course.ts";
import { spawnedQrText } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";

let dataDir: string;
let server: SpawnedServer;
let taskId: string;

beforeAll(async () => {
  // Workers check a task's keys, too, within the same time.
  dataDir = await mkdtemp(join(tmpdir(), "circuitgrade-page-time-"));
  const patient = await spawnServer({ DATA_DIR: dataDir });
  ({ taskId } = await makeSpawnedTask(patient));
  await patient.stop();
  // Less than a reader needs to start.
  server = await spawnServer({ DATA_DIR: dataDir, PAGE_SECONDS: "0.01" });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it("a page whose reading timed out is not tried again", { timeout: 60_000 }, async () => {
  const ana = await instructorOf(server);
  const sheet = await sheetWithQr("20230001_quiz[1].png", await spawnedQrText(server, { taskId, item: 1 }));
  const form = uploadForm(taskId, [{ name: "20230001_quiz[1].png", bytes: sheet }]);
  expect(await new HttpClient(server.origin).upload(form)).toHaveLength(1);
  // The pauses before a second and a third try add up to 65 seconds.
  const read = async () => (await ana.json<{ files: File[] }>("GET", `/files/get-files/${taskId}`)).files[0]!;
  await expect.poll(async () => (await read()).analysis, { timeout: 40_000 }).toBe("failed");
  expect(await read()).toMatchObject({
    analysis_error: "Reading the page took more than 0.01 seconds and was stopped. Grade it by hand.",
    proposed_grade: null,
  });
  expect(server.output()).not.toContain("job-failed");
});
