import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { notifications } from "../../db/schema.ts";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";
import { tendFiles } from "../submissions/stored-files.ts";
import { registerClockwork } from "../tasks/clock.ts";
import { isClockSteady } from "./steady-clock.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

const isSteady = () => isClockSteady(server.context);

/** Hours in which the server runs; what it says of the clock at their end. */
async function run(hours: number): Promise<boolean> {
  for (let hour = 0; hour < hours; hour++) {
    server.clock.advance(HOUR);
    await isSteady();
  }
  return isSteady();
}

it("the clock is trusted after a day without a jump, also if the server is stopped for hours", async () => {
  expect(await isSteady()).toBe(false);
  expect(await run(23)).toBe(false);
  expect(await run(1)).toBe(true);
  server.clock.advance(23 * HOUR);
  expect(await isSteady()).toBe(true);
  expect(server.logged.join()).not.toContain("clock-jumped");
});

it("a jump of years, and the way back, each begin the day again", async () => {
  await isSteady();
  await run(24);
  const before = server.clock.now;
  server.clock.advance(5 * 365 * DAY);
  expect(await isSteady()).toBe(false);
  expect(await run(20)).toBe(false);
  server.clock.now = before + 20 * HOUR;
  expect(await isSteady()).toBe(false);
  expect(server.logged.filter((line) => line.includes("clock-jumped"))).toHaveLength(2);
  expect(await run(23)).toBe(false);
  expect(await run(1)).toBe(true);
});

it("nothing is deleted by its age while the clock is not trusted", async () => {
  registerClockwork(server.context);
  const ana = await server.instructor();
  const { context, clock } = server;
  const taskId = await makeTask(ana, await makeClass(ana));
  const row = { id: "n", userId: ana.userId, taskId, type: "due_date" as const, message: "Old", createdAt: clock.now };
  await context.db.write((query) => query.insert(notifications).values(row));
  const name = "a".repeat(64);
  await context.files.write(name, new Uint8Array(3));
  await context.files.discard({ day: new Date(clock.now).toISOString().slice(0, 10), reason: "deleted", name });
  const left = async () => {
    await context.lifecycle.tick();
    await tendFiles(context);
    const trashed = [];
    for await (const file of context.trash.list()) trashed.push(file.name);
    const old = await context.db.query.select().from(notifications).where(eq(notifications.id, "n"));
    return [old.length, trashed.length];
  };
  await run(24);
  expect(await left()).toEqual([1, 1]);
  clock.advance(5 * 365 * DAY);
  expect(await left()).toEqual([1, 1]);
  await run(24);
  expect(await left()).toEqual([0, 0]);
});
