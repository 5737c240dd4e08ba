import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, tasks } from "../../db/schema.ts";
import { insertSubmission, makeClass, makeTask } from "../../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";
import { afterMonths, watchRetention } from "./retention.ts";

const DAY = 24 * 60 * 60 * 1000;
/** The task's due date: 21 November 2026, at the end of the day in Manila. */
const DUE = Date.UTC(2026, 10, 21, 15, 59, 59, 999);

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let taskId: string;

async function open(variables: Readonly<Record<string, string>> = { RETENTION_MONTHS: "6" }): Promise<void> {
  server = await serverOfTest(variables);
  ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
}

beforeEach(() => open());

/** What is left of the task and what was said, at this time. */
async function at(time: number) {
  server.clock.now = time;
  await watchRetention(server.context);
  await server.context.lifecycle.settled();
  const rows = await server.context.db.query.select().from(tasks).where(eq(tasks.id, taskId));
  return { tasks: rows.length, mails: server.mails.length };
}

const REMOVAL = afterMonths(DUE, 6);

it("warns the owner by mail and notification, and removes the task 14 days later", async () => {
  await insertSubmission(server.context, { taskId });
  expect(await at(REMOVAL - 15 * DAY)).toEqual({ tasks: 1, mails: 0 });
  expect(await at(REMOVAL - 14 * DAY)).toEqual({ tasks: 1, mails: 1 });
  const [mail] = server.mails;
  expect([mail?.to, mail?.subject]).toEqual(["ana@example.edu", "Old tasks will be removed from CircuitGrade"]);
  expect(mail?.text).toContain("21 May 2027: Half adder (CPE 101, group 1)");
  ana = await server.instructor();
  const { notifications } = (await ana.call("getAllNotifications", {})).body;
  expect(notifications.map(({ type, message }) => [type, message])).toEqual([
    ["due_date", "Half adder will be removed on 21 May 2027: it was due 6 months before. Export what you need."],
  ]);
  expect(await at(REMOVAL - 1)).toEqual({ tasks: 1, mails: 1 });
  expect(await at(REMOVAL)).toEqual({ tasks: 0, mails: 1 });
  expect(await server.context.db.query.select().from(auditLog)).toMatchObject([
    { kind: "deletion", call: "Removed a task after RETENTION_MONTHS", about: `task ${taskId}`, person: null },
  ]);
});

it("warns once, and removes once, if several processes look at the same time", async () => {
  const look = async (time: number) => {
    server.clock.now = time;
    await Promise.all([watchRetention(server.context), watchRetention(server.context)]);
    await server.context.lifecycle.settled();
  };
  await look(REMOVAL - 14 * DAY);
  ana = await server.instructor();
  const { notifications } = (await ana.call("getAllNotifications", {})).body;
  expect([server.mails.length, notifications.length]).toEqual([1, 1]);
  await look(REMOVAL);
  expect(await server.context.db.query.select().from(auditLog)).toHaveLength(1);
});

it("gives the owner 14 days also if the task is much older", async () => {
  const late = REMOVAL + 300 * DAY;
  expect(await at(late)).toEqual({ tasks: 1, mails: 1 });
  expect(await at(late + 14 * DAY - 1)).toEqual({ tasks: 1, mails: 1 });
  expect(await at(late + 14 * DAY)).toEqual({ tasks: 0, mails: 1 });
});

it("begins again if the due date or an extension moves", async () => {
  await at(REMOVAL - 14 * DAY);
  const later = DUE + 60 * DAY;
  await server.context.db.write((query) => query.update(tasks).set({ dueAt: later }).where(eq(tasks.id, taskId)));
  expect(await at(REMOVAL)).toEqual({ tasks: 1, mails: 1 });
  expect(await at(afterMonths(later, 6) - 14 * DAY)).toEqual({ tasks: 1, mails: 2 });
  expect(await at(afterMonths(later, 6))).toEqual({ tasks: 0, mails: 2 });
});

it("removes the task also if the mail cannot be sent", async () => {
  server.breakMail();
  await at(REMOVAL - 14 * DAY);
  expect(server.logged.join("\n")).toMatch(/"mail-failed".*"removal-notice"/);
  expect(await at(REMOVAL)).toMatchObject({ tasks: 0 });
});

it("does nothing without RETENTION_MONTHS", async () => {
  await server.close();
  await open({});
  expect(await at(REMOVAL + 3000 * DAY)).toEqual({ tasks: 1, mails: 0 });
});

describe("afterMonths", () => {
  it("keeps the day of the month, or takes the last one", () => {
    expect(afterMonths(Date.UTC(2026, 10, 21, 5), 24)).toBe(Date.UTC(2028, 10, 21, 5));
    expect(afterMonths(Date.UTC(2026, 7, 31), 6)).toBe(Date.UTC(2027, 1, 28));
    expect(afterMonths(Date.UTC(2027, 7, 31), 6)).toBe(Date.UTC(2028, 1, 29));
  });
});
