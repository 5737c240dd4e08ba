import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEventBus } from "./event-bus.ts";
import { keptSecret } from "./kept-secret.ts";
import { createLifecycle } from "./lifecycle.ts";
import { createLog } from "./log.ts";
import { hashToken, newId, newToken } from "./random.ts";

let lines: Record<string, unknown>[];
const log = createLog(
  (line) => void lines.push(JSON.parse(line)),
  () => 0,
);

beforeEach(() => {
  lines = [];
});

describe("the log", () => {
  it("writes one JSON object per line", () => {
    log.info("started", { port: 1 });
    expect(lines).toEqual([{ time: "1970-01-01T00:00:00.000Z", level: "info", event: "started", port: 1 }]);
  });

  it("keeps what a caller sends on one line", () => {
    const written: string[] = [];
    const log = createLog(
      (line) => void written.push(line),
      () => 0,
    );
    log.info("request", { route: 'a"}\n{"event":"forged"}\u2028\r' });
    expect(written).toHaveLength(1);
    expect(written[0]).not.toMatch(/[\r\n]/);
    expect(JSON.parse(written[0]!).event).toBe("request");
  });

  it("says what went wrong with a failed query, without its values", () => {
    const cause = new Error("UNIQUE constraint failed: users.email");
    log.error("failed", new DrizzleQueryError("insert into users values (?)", ["$argon2id$secret"], cause));
    expect(lines[0]).toMatchObject({ error: "database: UNIQUE constraint failed: users.email" });
    expect(JSON.stringify(lines)).not.toContain("$argon2id$secret");
  });
});

describe("the lifecycle", () => {
  it("stops in reverse order, waits for running work, and continues after a failure", async () => {
    const lifecycle = createLifecycle(log);
    const order: string[] = [];
    lifecycle.onStop("first", () => void order.push("first"));
    lifecycle.onStop("broken", () => Promise.reject(new Error("no")));
    lifecycle.onStop("last", () => void order.push("last"));
    lifecycle.inBackground("work", new Promise((done) => setTimeout(() => done(void order.push("work")), 10)));
    lifecycle.inBackground("failing", Promise.reject(new Error("no")));
    expect(lifecycle.stopping.aborted).toBe(false);
    lifecycle.beginStop();
    expect(lifecycle.stopping.aborted).toBe(true);
    await lifecycle.stop();
    expect(order).toEqual(["work", "last", "first"]);
    expect(lines.map(({ event }) => event)).toEqual(["background-failed", "stop-failed"]);
  });

  it("runs everything each minute, whatever fails", async () => {
    const lifecycle = createLifecycle(log);
    let ticks = 0;
    lifecycle.everyMinute("broken", () => Promise.reject(new Error("no")));
    lifecycle.everyMinute("count", () => void ticks++);
    await lifecycle.tick();
    await lifecycle.tick();
    expect(ticks).toBe(2);
  });
});

it("the event bus reaches only the users concerned, as long as they listen", () => {
  const bus = createEventBus(() => 0);
  const heard: string[] = [];
  const leave = bus.subscribe("ana", () => heard.push("first"));
  bus.subscribe("ana", () => heard.push("second"));
  bus.subscribe("bo", () => heard.push("bo"));
  bus.publish("ana", { type: "task", task_id: "t" });
  leave();
  bus.publish("ana", { type: "task", task_id: "t" });
  bus.publish("nobody", { type: "task", task_id: "t" });
  expect(heard).toEqual(["first", "second", "second"]);
});

it("the event bus knows whether a user's page missed anything before it listened", async () => {
  let now = 10;
  const bus = createEventBus(() => now);
  expect(await bus.hasNewsSince("ana", 0)).toBe(false);
  bus.publish("ana", { type: "task", task_id: "t" });
  now = 20;
  expect(await Promise.all([0, 10, 11].map((time) => bus.hasNewsSince("ana", time)))).toEqual([true, true, false]);
  expect(await bus.hasNewsSince("bo", 0)).toBe(false);
});

it("IDs and tokens are unguessable, and never look like a command's option", () => {
  const ids = new Set(Array.from({ length: 2000 }, newId));
  expect(ids.size).toBe(2000);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/);
  expect(newToken()).toMatch(/^[\w-]{43}$/);
  expect(hashToken("a")).toMatch(/^[0-9a-f]{64}$/);
});

describe("a kept secret", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "circuitgrade-secret-"));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it("is made once, readable by the owner alone", async () => {
    const path = join(folder, "sub", "secret");
    const secret = await keptSecret(path);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await keptSecret(path)).toBe(secret);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("is refused if the file is empty", async () => {
    const path = join(folder, "secret");
    await writeFile(path, "");
    await expect(keptSecret(path)).rejects.toThrow("Delete it, and the server creates a new one");
  });
});
