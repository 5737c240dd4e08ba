import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { analyses, jobs } from "../../db/schema.ts";
import { startJobs } from "../../jobs/start-jobs.ts";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../../testing/pages.ts";
import { insertReadPage } from "../../testing/read-page.ts";
import { openTestServer } from "../../testing/test-server.ts";
import { OLD_AT_ONCE, OLD_READING, queueOldReadings } from "./old-readings.ts";

const PAGE = "20230001_quiz[1].png";

const server = await openTestServer({ TEMPLATE_SECRET: "a secret of the tests" });
const ana = await server.instructor();
const studentList = ["20230001", "20230002", "20230003"];
const taskId = await makeTask(ana, await makeClass(ana, { studentList }));
const bytes = await sheetWithQr(PAGE, qrTextOf(server.context, { taskId, item: 1 }));
await server.visitor().call("uploadFiles", { body: uploadForm(taskId, [{ name: PAGE, bytes }]) });
await startJobs(server.context);
await server.context.jobs.idle();
afterAll(() => server.close());

const forgetLooks = () =>
  server.context.db.run((query) => query.update(analyses).set({ basis: OLD_READING, reading: OLD_READING }));
const queue = async () => (await ana.call("getQueue", { params: { taskId } })).body;
const waiting = () => server.context.db.query.select().from(jobs).where(eq(jobs.state, "queued"));

it("pages that an earlier version read are read again by themselves, and leave the queue if they are sure", async () => {
  await forgetLooks();
  await server.context.db.run((query) => query.update(analyses).set({ updatedAt: 1 }));
  expect(await queue()).toMatchObject({ clear: 0, pending: 0, entries: [{ label: "Not sure enough" }] });
  await queueOldReadings(server.context);
  await server.context.jobs.idle();
  expect(await queue()).toMatchObject({ clear: 1, pending: 0, entries: [] });
  await queueOldReadings(server.context);
  expect(await waiting()).toEqual([]);
});

it("graded and corrected pages stay as they are; the others come a few at a time, while nothing else waits", async () => {
  const { context } = server;
  const page = { taskId, lines: ["Y = AND(A, B)"] };
  await insertReadPage(context, { ...page, studentId: "20230002", graded: true, totalGrade: 3 });
  const corrected = await insertReadPage(context, { ...page, studentId: "20230003" });
  const old = Array.from({ length: OLD_AT_ONCE + 2 }, (_, k) => String(20240000 + k));
  for (const studentId of old) await insertReadPage(context, { ...page, studentId });
  await forgetLooks();
  await context.db.run((query) =>
    query.update(analyses).set({ reading: null }).where(eq(analyses.submissionId, corrected)),
  );
  await context.jobs.stop();
  await queueOldReadings(context);
  expect((await queue()).pending).toBe(OLD_AT_ONCE);
  await queueOldReadings(context);
  const queued = await waiting();
  expect(queued).toHaveLength(OLD_AT_ONCE);
  expect(queued.map(({ submissionId }) => submissionId)).not.toContain(corrected);
});
