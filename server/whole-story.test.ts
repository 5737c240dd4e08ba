import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { File } from "./contract/results/file.ts";
import { drawOn } from "./testing/draw-on.ts";
import { uploadForm } from "./testing/pages.ts";
import { type LibsqlServer, openLibsqlServer } from "./testing/services/libsql-server.ts";
import { type MailServer, openMailServer } from "./testing/services/mail-server.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";
import type { TestClient } from "./testing/test-client.ts";

/** Reading a page takes seconds if cores are shared. */
const READING_PATIENCE = 240_000;

const ANA = { email: "ana@example.edu", password: "Half-Adder-1" };

let smtp: MailServer;
let server: SpawnedServer;
let remote: LibsqlServer;

async function signUp(): Promise<TestClient> {
  const client = server.visitor();
  expect((await client.call("register", { body: ANA })).status).toBe(200);
  const [mail] = smtp.received;
  expect(mail).toMatchObject({ to: [ANA.email], subject: "Verify your email for CircuitGrade" });
  const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect((await client.call("verifyEmail", { body: { token } })).body.success).toBe(true);
  expect((await client.call("login", { body: ANA })).status).toBe(200);
  return client;
}

async function untilRead(client: TestClient, taskId: string): Promise<readonly File[]> {
  for (const giveUp = Date.now() + READING_PATIENCE; Date.now() < giveUp; ) {
    const { files } = (await client.call("getFiles", { params: { taskId } })).body;
    if (files.every(({ analysis }) => analysis === "done" || analysis === "failed")) return files;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("The pages were not read in time");
}

// With a database file, ui/e2e/whole-story.test.ts tells the same story in the browser.
describe("with a libSQL server as the database", () => {
  beforeAll(async () => {
    smtp = await openMailServer({ user: "cg", password: "secret" });
    remote = await openLibsqlServer();
    server = await spawnServer({
      // A name, not a number: the real server must look it up, and may.
      SMTP_URL: `smtp://cg:secret@localhost:${smtp.port}`,
      DATABASE_URL: `http://${remote.host}`,
      DATABASE_AUTH_TOKEN: remote.token,
    });
  });

  afterAll(async () => {
    await server.stop();
    await remote.close();
    await smtp.close();
  });

  it("starts and shows the link for the first account", async () => {
    // Well under a second on a free machine; here others work, too.
    expect(server.readySeconds).toBeLessThan(30);
    await expect.poll(() => server.output()).toMatch(/\/auth\?setup=[\w-]{43}\n/);
  });

  it(
    "serves an instructor and the students from the sign-up to the last deletion",
    async () => {
      const ana = await signUp();
      const { body: group } = await ana.call("createClass", {
        body: {
          classCode: "CPE 101",
          classGroup: "1",
          classSchedule: "MWF 9:00",
          studentList: ["20230001", "20230002"],
        },
      });
      const { body: task } = await ana.call("createTask", {
        body: {
          title: "One gate",
          classId: group.class.id,
          examType: "quiz",
          dueDate: new Date(Date.now() + 86_400_000).toISOString(),
          answerKeys: [{ keys: [{ expression: "A & B", grade: "5" }] }],
        },
      });
      const taskId = task.id;

      const student = server.visitor();
      expect((await student.call("getPublicTask", { params: { taskId } })).body).toMatchObject({
        closed: false,
        items: [1],
      });
      const template = await (await student.call("getTemplate", { params: { taskId } })).response.arrayBuffer();
      const { png, qrText } = await drawOn(new Uint8Array(template));
      expect(qrText).toContain(`${server.origin}/student-upload/${taskId}?v=1&i=1&s=`);

      const upload = (name: string, bytes: Uint8Array) =>
        student.call("uploadFiles", { body: uploadForm(taskId, [{ name, bytes }]) });
      const { body: receipt } = await upload("20230001_quiz[1].png", png);
      expect(receipt.files_uploaded).toMatchObject([
        { filename: "20230001_quiz[1].png", size: png.length, sha256: createHash("sha256").update(png).digest("hex") },
      ]);
      expect((await upload("20230002_quiz[1].png", png)).body.files_uploaded).toHaveLength(1);
      const stranger = (await upload("20239999_quiz[1].png", png)).body;
      expect([stranger.files_uploaded, stranger.invalid_files_not_enrolled]).toEqual([[], ["20239999_quiz[1].png"]]);

      const files = await untilRead(ana, taskId);
      expect(files.map(({ student_id, analysis, graded }) => [student_id, analysis, graded])).toEqual([
        ["20230001", "done", false],
        ["20230002", "done", false],
      ]);
      const fileId = files[0]!.id;
      const { response: original } = await ana.call("getFile", { params: { fileId } });
      expect(Buffer.from(await original.arrayBuffer()).equals(png)).toBe(true);

      const { body: data } = await ana.call("getCircuitData", { params: { fileId } });
      expect(data.circuit_analysis.predictions.filter(({ class_name }) => class_name === "AND")).toHaveLength(1);
      const { body: rows } = await ana.call("getGradeRows", { params: { fileId } });
      expect(rows).toMatchObject({ status: "graded", proposed_grade: 5, maximum_grade: 5, reasons: [] });
      expect(rows.rows).toMatchObject([{ output: "OUT 1", expression: "A & B", result: "Match", grade: 5 }]);

      const grade = { params: { fileId }, body: { total_grade: 5 } };
      expect((await ana.call("updateGrade", grade)).body.file).toMatchObject({ graded: true, total_grade: 5 });
      expect((await ana.call("getTask", { params: { taskId } })).body).toMatchObject({
        status: "Ongoing",
        total_submissions: 2,
        reviewed_submissions: 1,
      });

      const netlist = await (await ana.call("generateNetlist", { params: { fileId } })).response.text();
      expect(netlist).toMatch(/^Version 4\r?\nSHEET 1 /);
      expect(await (await ana.call("generateVerilog", { params: { fileId } })).response.text()).toMatch(/module /);
      const similar = await ana.call("flagSimilarCircuits", { query: { task_id: taskId, margin_of_error: 5 } });
      expect(similar.body.flagged_circuits.map((ids) => [...ids].sort())).toEqual([files.map(({ id }) => id).sort()]);

      const { body: told } = await ana.call("getAllNotifications", {});
      expect(told.notifications.map(({ type }) => type).sort()).toEqual([
        "completed_submission",
        "new_submission",
        "new_submission",
      ]);

      expect((await ana.call("deleteFile", { params: { fileId } })).status).toBe(200);
      expect((await ana.call("getFile", { params: { fileId } })).status).toBe(404);
      const gone = await ana.call("deleteClass", { params: { classId: group.class.id } });
      expect(gone.body.message).toBe("Class CPE 101 was deleted successfully.");
      expect((await student.call("getPublicTask", { params: { taskId } })).status).toBe(404);
      expect((await ana.call("getAllNotifications", {})).body.notifications).toEqual([]);
      expect((await ana.call("logout", {})).status).toBe(200);
      expect((await ana.call("getTasks", {})).status).toBe(401);
    },
    READING_PATIENCE + 60_000,
  );

  it("stops cleanly at SIGTERM, and writes no secret into its log", async () => {
    expect(await server.stop()).toBe(0);
    const output = server.output();
    expect(output).toContain('"event":"stopped"');
    expect(output).not.toContain(ANA.password);
    expect(output).not.toContain("secret@");
    expect(output).not.toContain(remote.token);
  });
});
