import { afterAll, beforeAll, expect, it } from "vitest";
import { codedSheet, sheetsBelow } from "../core/testdata/two-sheets.ts";
import type { CircuitAnalysis } from "./contract/results/detection.ts";
import type { File } from "./contract/results/file.ts";
import type { StackPage, UploadStackResponse } from "./contract/tasks/stack.ts";
import { HttpClient } from "./testing/http-client.ts";
import { sheetWithQr, uploadForm } from "./testing/pages.ts";
import { makeSpawnedTask } from "./testing/spawned/spawned-course.ts";
import { spawnedQrText } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";

let server: SpawnedServer;
let ana: HttpClient;
let taskId: string;

beforeAll(async () => {
  server = await spawnServer();
  ({ ana, taskId } = await makeSpawnedTask(server));
}, 120_000);
afterAll(() => server?.stop());

it("two students' codes on a page without a frame are a question, also when a person has said whose it is", {
  timeout: 180_000,
}, async () => {
  const texts = await Promise.all(
    ["20230001", "20230002"].map((studentId) => spawnedQrText(server, { taskId, item: 1, studentId })),
  );
  const sheet = await sheetWithQr("20230001_quiz[1].png", texts);
  const handedIn = uploadForm(taskId, [{ name: "20230001_quiz[1].png", bytes: sheet }]);
  expect(await new HttpClient(server.origin).upload(handedIn)).toHaveLength(1);

  const form = new FormData();
  form.append("files", new Blob([sheet as Uint8Array<ArrayBuffer>]), "scan.png");
  const answer = await ana.fetch(`/stacks/upload/${taskId}`, { method: "POST", body: form });
  const { stack } = (await answer.json()) as UploadStackResponse;
  const pages = async () =>
    (await ana.json<{ page_list: StackPage[] }>("GET", `/stacks/get-stack/${stack!.id}`)).page_list;
  await expect.poll(async () => (await pages())[0]!.state, { timeout: 60_000 }).toBe("queued");
  const [page] = await pages();
  expect(page!.reasons.map(({ code }) => code)).toEqual(["several-students"]);
  await ana.json("POST", `/stacks/assign-page/${page!.id}`, { student_id: "20230002", item_number: 1 });

  const files = async () => (await ana.json<{ files: File[] }>("GET", `/files/get-files/${taskId}`)).files;
  await expect
    .poll(async () => (await files()).map(({ analysis }) => analysis), { timeout: 120_000 })
    .toEqual(["done", "done"]);
  const [asked, assigned] = (await files()).sort((a, b) => a.student_id.localeCompare(b.student_id));
  expect([asked!.proposed_grade, assigned!.proposed_grade]).toEqual([null, null]);
  const problems = async ({ id }: File) =>
    (
      await ana.json<{ circuit_analysis: CircuitAnalysis }>("GET", `/detect-gates/get-circuit-data/${id}`)
    ).circuit_analysis.problems.map(({ code }) => code);
  const question = ["several-sheets", "several-sheets"];
  expect([await problems(asked!), await problems(assigned!)]).toEqual([question, question]);
});

it("each sheet on a page of a stack is its own student's page, and read alone", { timeout: 180_000 }, async () => {
  const sheets = await Promise.all(
    ["20230001", "20230002"].map(async (studentId) => {
      const qrText = await spawnedQrText(server, { taskId, item: 2, studentId });
      return codedSheet({ item: 2 }, { qrText, isDrawn: studentId === "20230001" });
    }),
  );
  const both = await sheetsBelow(...sheets);
  const form = new FormData();
  form.append("files", new Blob([both as Uint8Array<ArrayBuffer>]), "scan.png");
  const answer = await ana.fetch(`/stacks/upload/${taskId}`, { method: "POST", body: form });
  const { stack } = (await answer.json()) as UploadStackResponse;
  const pages = async () =>
    (await ana.json<{ page_list: StackPage[] }>("GET", `/stacks/get-stack/${stack!.id}`)).page_list;
  await expect
    .poll(async () => (await pages()).map(({ state, analysis }) => [state, analysis]), { timeout: 120_000 })
    .toEqual([
      ["placed", "done"],
      ["placed", "done"],
    ]);
  const read = await Promise.all(
    (await pages()).map(async ({ student_id, file_id }) => {
      const path = `/detect-gates/get-circuit-data/${file_id}`;
      const { circuit_analysis } = await ana.json<{ circuit_analysis: CircuitAnalysis }>("GET", path);
      return [student_id, circuit_analysis.problems[0]?.code, circuit_analysis.outputs.length];
    }),
  );
  expect(read.sort()).toEqual([
    ["20230001", undefined, 1],
    ["20230002", "nothing-drawn", 0],
  ]);
});
