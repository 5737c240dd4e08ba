import { expect } from "vitest";
import type { File } from "../../server/contract/results/file.ts";
import { ANA } from "../../server/testing/accounts.ts";
import { drawOn } from "../../server/testing/draw-on.ts";
import { makeClass, makeTask } from "../../server/testing/fixtures.ts";
import { uploadForm } from "../../server/testing/pages.ts";
import { TestClient } from "../../server/testing/test-client.ts";

/** Ana logs in and creates a task, a student fills in its sheet and hands it in, and the server reads it. */
export async function handInAPage(origin: string): Promise<{ ana: TestClient; taskId: string; file: File }> {
  const ana = new TestClient(fetch, origin);
  expect((await ana.call("login", { body: ANA })).status).toBe(200);
  const dueDate = new Date(Date.now() + 86_400_000).toISOString();
  const answerKeys = [{ keys: [{ expression: "A & B", grade: "5" }] }];
  const taskId = await makeTask(ana, await makeClass(ana), { dueDate, answerKeys });
  const student = new TestClient(fetch, origin);
  const template = await (await student.call("getTemplate", { params: { taskId } })).response.arrayBuffer();
  const { png } = await drawOn(new Uint8Array(template));
  const form = uploadForm(taskId, [{ name: "20230001_quiz[1].png", bytes: png }]);
  expect((await student.call("uploadFiles", { body: form })).body.files_uploaded).toHaveLength(1);
  const files = async () => (await ana.call("getFiles", { params: { taskId } })).body.files;
  await expect.poll(async () => (await files())[0]?.analysis, { timeout: 60_000 }).toBe("done");
  const [file] = await files();
  if (file === undefined) throw new Error("What was handed in is gone.");
  return { ana, taskId, file };
}
