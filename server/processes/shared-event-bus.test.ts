import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { EventBus } from "../adapters/event-bus.ts";
import { createLifecycle, type Lifecycle } from "../adapters/lifecycle.ts";
import { createLog } from "../adapters/log.ts";
import type { LiveEvent } from "../contract/system.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { liveEvents } from "../db/schema.ts";
import { createSharedEventBus } from "./shared-event-bus.ts";

const log = createLog(
  () => undefined,
  () => 0,
);
const about = (task: string): LiveEvent => ({ type: "task", task_id: task });

let folder: string;
let db: Database;
let lifecycles: Lifecycle[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "events-"));
  db = await openDatabase({ url: pathToFileURL(join(folder, "events.db")).href });
  lifecycles = [];
});
afterEach(async () => {
  for (const lifecycle of lifecycles) await lifecycle.stop();
  await db.close();
  await rm(folder, { recursive: true });
});

function open(processId: string): EventBus {
  const lifecycle = createLifecycle(log);
  lifecycles.push(lifecycle);
  return createSharedEventBus({ db, now: Date.now, processId, lifecycle, log });
}

/** The events that a page of the user's receives, by task. */
function listen(bus: EventBus, userId: string): { heard: string[]; leave: () => void } {
  const heard: string[] = [];
  const leave = bus.subscribe(userId, (event) => void heard.push("task_id" in event ? event.task_id : event.type));
  return { heard, leave };
}

it("reaches the pages of every process, each once, in order, and nobody else", async () => {
  const [one, other] = [open("one"), open("other")];
  const here = listen(one, "ana");
  const there = listen(other, "ana");
  const bo = listen(other, "bo");
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const task of ["1", "2"]) one.publish("ana", about(task));
  expect(here.heard).toEqual(["1", "2"]);
  await expect.poll(() => there.heard).toEqual(["1", "2"]);
  other.publish("ana", about("3"));
  await expect.poll(() => here.heard).toEqual(["1", "2", "3"]);
  expect(there.heard).toEqual(["1", "2", "3"]);
  expect(bo.heard).toEqual([]);
  here.leave();
  here.leave();
  other.publish("ana", about("4"));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(here.heard).toEqual(["1", "2", "3"]);
});

it("sends waiting events at a stop, and forgets those that every process has fetched", async () => {
  open("one").publish("ana", about("1"));
  await lifecycles[0]!.stop();
  expect(await db.query.select().from(liveEvents)).toHaveLength(1);
  open("other");
  await lifecycles[1]!.tick();
  expect(await db.query.select().from(liveEvents)).toHaveLength(1);
  await db.query.update(liveEvents).set({ sentAt: sql`unixepoch() - 120` });
  await lifecycles[1]!.tick();
  expect(await db.query.select().from(liveEvents)).toEqual([]);
});

it("knows what any process published since a page was made, and takes the forgotten for news", async () => {
  const [one, other] = [open("one"), open("other")];
  const minute = 60_000;
  const made = Date.now() - minute / 2;
  const missed = (userId: string) => Promise.all([one, other].map((bus) => bus.hasNewsSince(userId, made)));
  expect(await missed("ana")).toEqual([false, false]);
  one.publish("ana", about("1"));
  expect(await one.hasNewsSince("ana", made)).toBe(true);
  await expect.poll(() => missed("ana")).toEqual([true, true]);
  expect(await missed("bo")).toEqual([false, false]);
  await db.query.update(liveEvents).set({ sentAt: sql`unixepoch() - 40` });
  expect(await other.hasNewsSince("ana", made)).toBe(false);
  expect(await other.hasNewsSince("bo", Date.now() - minute)).toBe(true);
});

it("reaches others with the events of a whole class at a time", async () => {
  const [one, other] = [open("one"), open("other")];
  const there = listen(other, "ana");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const tasks = Array.from({ length: 15_000 }, (_, index) => String(index));
  for (const task of tasks) one.publish("ana", about(task));
  await expect.poll(() => there.heard.length, { timeout: 10_000 }).toBe(tasks.length);
  expect(there.heard).toEqual(tasks);
});
