import { beforeEach, expect, it } from "vitest";
import { insertSubmission } from "../../testing/fixtures.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;
let ana: TestClient;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
});

async function groups() {
  return (await ana.call("getClasses", {})).body.map(({ class_code, class_group, is_sample }) => {
    return [class_code, class_group, is_sample];
  });
}

it("makes a class whose pages wait to be read, as often as it is asked", async () => {
  const { task_id: taskId } = (await ana.call("createSampleClass", {})).body;
  const { files } = (await ana.call("getFiles", { params: { taskId } })).body;
  expect(files).toHaveLength(12);
  expect(new Set(files.map(({ student_id }) => student_id)).size).toBe(12);
  await ana.call("createSampleClass", {});
  expect(await groups()).toEqual([
    ["SAMPLE", 1, true],
    ["SAMPLE", 2, true],
  ]);
});

it("is no sample any more once it has another page", async () => {
  const { task_id: taskId } = (await ana.call("createSampleClass", {})).body;
  await insertSubmission(server.context, { taskId, studentId: "20239999", sha256: "1".repeat(64) });
  expect(await groups()).toEqual([["SAMPLE", 1, false]]);
});
