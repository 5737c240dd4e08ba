import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLog } from "../adapters/log.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { analyses, classes, jobs, processes, stacks, submissions, tasks, users } from "../db/schema.ts";
import { createPresence } from "../processes/presence.ts";
import { BucketUnreachable } from "../storage/bucket.ts";
import { MOST_DEATHS, PAUSES } from "./end-job.ts";
import { type Job, type JobHandler, JobRejected, newJob } from "./job.ts";
import { createJobQueue, type JobQueue } from "./job-queue.ts";

let folder: string;
let db: Database;
let queue: JobQueue;
let time: number;
let ran: string[];
let failed: [string, string][];
let work: (job: Job) => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "jobs-"));
  db = await openDatabase({ url: pathToFileURL(join(folder, "jobs.db")).href });
  time = 1_000_000;
  ran = [];
  failed = [];
  work = async () => undefined;
  const user = { id: "u", email: "e", name: "n", passwordHash: "x", createdAt: 0 };
  const group = { id: "c", userId: "u", code: "CPE", group: 1, schedule: "", createdAt: 0 };
  const task = {
    id: "t",
    userId: "u",
    classId: "c",
    title: "T",
    description: "",
    dueAt: 0,
    createdAt: 0,
    updatedAt: 0,
  };
  await db.write((query) =>
    query.batch([
      query.insert(users).values(user),
      query.insert(classes).values(group),
      query.insert(tasks).values({ ...task, examType: "quiz" }),
    ]),
  );
  openQueue();
});

afterEach(async () => {
  await queue.stop();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

function openQueue(): void {
  const log = createLog(
    () => undefined,
    () => time,
  );
  queue = createJobQueue({ db, now: () => time, log, presence: createPresence("me") });
  const handler: JobHandler = {
    atOnce: 2,
    run: async (job) => {
      ran.push(nameOf(job));
      await work(job);
    },
    failed: async (job, { message }) => void failed.push([nameOf(job), message]),
  };
  queue.handle("read", handler);
  queue.handle("sort", { ...handler, atOnce: 1, pauses: [0, 0] });
}

function nameOf({ submissionId, stackId }: Pick<Job, "submissionId" | "stackId">): string {
  return submissionId ?? stackId ?? "";
}

async function addStack(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await db.write((query) =>
      query.batch([
        query.insert(stacks).values({ id, taskId: "t", filename: "f", createdAt: time }),
        query.insert(jobs).values(newJob("sort", { stackId: id }, time)),
      ]),
    );
  }
}

async function add(...ids: string[]): Promise<void> {
  await addPages(ids);
}

async function addPages(ids: readonly string[], { taskId = "t", counts = true } = {}): Promise<void> {
  for (const id of ids) {
    const row = { id, taskId, studentId: id, item: 1, filename: "f", mimetype: "m", size: 1, sha256: id, page: 1 };
    await db.write((query) =>
      query.batch([
        query.insert(submissions).values({ ...row, uploadedBy: "student", receivedAt: time, counts }),
        query.insert(analyses).values({ id: `a-${id}`, submissionId: id, state: "queued", updatedAt: time }),
        query.insert(jobs).values(newJob("read", { submissionId: id }, time)),
      ]),
    );
  }
}

async function states(): Promise<[string, string, number][]> {
  const rows = await db.query.select().from(jobs).orderBy(jobs.submissionId);
  return rows.map((job) => [nameOf(job), job.state, job.tries]);
}

it("runs jobs in order, and forgets those that are done", async () => {
  await add("a", "b", "c");
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["a", "b", "c"]);
  expect(await states()).toEqual([]);
});

it("lets tasks take turns, the one that waits longest first", async () => {
  const [task] = await db.query.select().from(tasks);
  await db.write((query) => query.insert(tasks).values({ ...task!, id: "other" }));
  await add("a", "b", "c", "d");
  time += 1000;
  await addPages(["x", "y"], { taskId: "other" });
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["a", "x", "b", "y", "c", "d"]);
});

it("gives nobody more turns for more tasks", async () => {
  const [[task], [user]] = await Promise.all([db.query.select().from(tasks), db.query.select().from(users)]);
  await db.write((query) =>
    query.batch([
      query.insert(users).values({ ...user!, id: "ben", email: "ben" }),
      query.insert(tasks).values({ ...task!, id: "ben's", userId: "ben" }),
      ...["t2", "t3"].map((id) => query.insert(tasks).values({ ...task!, id })),
    ]),
  );
  await add("a1", "a2");
  await addPages(["b1", "b2"], { taskId: "t2" });
  await addPages(["c1", "c2"], { taskId: "t3" });
  time += 1000;
  await addPages(["x", "y"], { taskId: "ben's" });
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["a1", "x", "b1", "y", "c1", "a2", "b2", "c2"]);
});

it("gives a class's other jobs no turns of its pages", async () => {
  const [[task], [user]] = await Promise.all([db.query.select().from(tasks), db.query.select().from(users)]);
  await db.write((query) =>
    query.batch([
      query.insert(users).values({ ...user!, id: "ben", email: "ben" }),
      query.insert(tasks).values({ ...task!, id: "ben's", userId: "ben" }),
    ]),
  );
  await addPages(["x1", "x2", "x3"], { taskId: "ben's" });
  time += 1000;
  await add("a1", "a2", "a3");
  // One of these runs next to each page.
  await addStack("s1", "s2", "s3", "s4", "s5", "s6");
  const ends: (() => void)[] = [];
  work = () => new Promise((resolve) => ends.push(resolve));
  queue.handle("read", {
    atOnce: 1,
    run: async (job) => {
      ran.push(nameOf(job));
      await work(job);
    },
    failed: async () => undefined,
  });
  await queue.start();
  for (let started = 2; started <= 12; started += 2) {
    await expect.poll(() => ran.length).toBe(started);
    for (const end of ends.splice(0)) end();
  }
  await queue.idle();
  expect(ran.filter((name) => !name.startsWith("s"))).toEqual(["x1", "a1", "x2", "a2", "x3", "a3"]);
});

it("runs pages that another one has replaced last, whatever their task", async () => {
  await addPages(["old 1", "old 2"], { counts: false });
  time += 1000;
  await add("a", "b");
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["a", "b", "old 1", "old 2"]);
});

it("does nothing before it is started, and runs later jobs when it is woken", async () => {
  await add("a");
  await queue.idle();
  expect(ran).toEqual([]);
  await queue.start();
  await queue.idle();
  await add("b");
  queue.wake();
  await queue.idle();
  expect(ran).toEqual(["a", "b"]);
});

it("tries a job three times, with pauses, and then says why it failed", async () => {
  await add("a");
  work = async () => {
    throw new Error(`reason ${ran.length}`);
  };
  await queue.start();
  const tries = PAUSES.length + 1;
  for (let pass = 1; pass <= tries; pass++) {
    await queue.idle();
    expect(ran).toHaveLength(pass);
    await queue.idle();
    expect(ran).toHaveLength(pass);
    time += 60_000;
  }
  await queue.idle();
  expect(ran).toHaveLength(tries);
  expect(failed).toEqual([["a", `reason ${tries}`]]);
  expect(await states()).toEqual([["a", "failed", tries]]);
});

it("does not retry a job that would fail again", async () => {
  await add("a");
  work = async () => {
    throw new JobRejected("The picture is damaged.");
  };
  await queue.start();
  await queue.idle();
  expect(failed).toEqual([["a", "The picture is damaged."]]);
  expect(await states()).toEqual([["a", "failed", 1]]);
});

it("retries a postponed job until it can be done, however often", async () => {
  await add("a");
  work = async () => {
    if (ran.length < 6) throw new BucketUnreachable("The file store does not answer.");
  };
  await queue.start();
  for (let pass = 1; pass < 6; pass++) {
    await queue.idle();
    expect(await states()).toEqual([["a", "queued", 0]]);
    time += 10_000;
  }
  await queue.idle();
  expect(ran).toHaveLength(6);
  expect(failed).toEqual([]);
  expect(await states()).toEqual([]);
});

it("runs a limited number of each kind at once, and no kind waits for another", async () => {
  await add("a", "b", "c");
  await addStack("s", "t");
  const ends: (() => void)[] = [];
  work = () => new Promise((resolve) => ends.push(resolve));
  await queue.start();
  await expect.poll(() => [...ran].sort()).toEqual(["a", "b", "s"]);
  for (const end of ends.splice(0)) end();
  await expect.poll(() => [...ran].sort()).toEqual(["a", "b", "c", "s", "t"]);
  for (const end of ends) end();
  await queue.idle();
  expect(await states()).toEqual([]);
});

it("retries some kinds without a pause", async () => {
  await addStack("s");
  work = async () => {
    throw new Error("a bad page");
  };
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["s", "s", "s"]);
  expect(failed).toEqual([["s", "a bad page"]]);
});

it("leaves alone the jobs that it cannot do", async () => {
  await addStack("s");
  await queue.stop();
  const log = createLog(() => undefined, Date.now);
  queue = createJobQueue({ db, now: () => time, log, presence: createPresence("me") });
  queue.handle("read", { atOnce: 1, run: work, failed: async () => undefined });
  await queue.start();
  await queue.idle();
  expect(await states()).toEqual([["s", "queued", 0]]);
});

it("leaves another running process's jobs alone, until it is gone", async () => {
  await add("a", "b");
  const other = { id: "other", folderId: "f", settings: {}, seenAt: sql`unixepoch()` };
  await db.query.insert(processes).values(other);
  await db.query.update(jobs).set({ state: "running", tries: 1, processId: "other" }).where(eq(jobs.submissionId, "a"));
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["b"]);
  await db.query.update(processes).set({ seenAt: sql`unixepoch() - 60` });
  await queue.idle();
  await queue.idle();
  expect(ran).toEqual(["b", "a"]);
});

it("forgets no job that a database outage kept it from putting back", async () => {
  await add("a");
  await db.query.update(jobs).set({ state: "running", tries: 1, processId: "me" });
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["a"]);
});

it("a job that succeeds on the second try is done", async () => {
  await add("a");
  work = async () => {
    if (ran.length === 1) throw new Error("once");
  };
  await queue.start();
  await queue.idle();
  time += 60_000;
  await queue.idle();
  expect(ran).toEqual(["a", "a"]);
  expect(failed).toEqual([]);
  expect(await states()).toEqual([]);
});

/** As a crash leaves the job of this page behind. */
async function leaveRunning(
  submissionId: string,
  { tries, processId }: Pick<Job, "tries" | "processId">,
): Promise<void> {
  const left = { state: "running" as const, tries, processId };
  await db.write((query) => query.update(jobs).set(left).where(eq(jobs.submissionId, submissionId)));
}

it("takes over jobs that a crash left running, except one that crashed the process again with no other next to it", async () => {
  await add("a", "b");
  await leaveRunning("a", { tries: 1, processId: "gone" });
  await leaveRunning("b", { tries: MOST_DEATHS + 1, processId: null });
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["a"]);
  expect(failed).toEqual([["b", "the reader crashed while reading it, 7 times, at last with no other"]]);
});

it("tries a job that may have crashed the process once more, when no other runs, and starts no other meanwhile", async () => {
  await add("a", "b", "c", "d");
  await leaveRunning("b", { tries: MOST_DEATHS, processId: "gone" });
  let together = 0;
  const next = new Map<string, number>();
  work = async (job) => {
    together++;
    next.set(nameOf(job), together);
    if (nameOf(job) === "b") await add("e");
    queue.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    next.set(nameOf(job), Math.max(next.get(nameOf(job))!, together));
    together--;
  };
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["a", "c", "d", "b", "e"]);
  expect([next.get("c"), next.get("b")]).toEqual([2, 1]);
  expect(failed).toEqual([]);
});

it("at a stop, returns running jobs as if they had not been tried, and another queue runs them", async () => {
  await add("a", "b", "c");
  work = () => new Promise(() => undefined);
  await queue.start();
  while (ran.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  await queue.stop();
  expect(await states()).toEqual([
    ["a", "queued", 0],
    ["b", "queued", 0],
    ["c", "queued", 0],
  ]);
  openQueue();
  ran = [];
  work = async () => undefined;
  await queue.start();
  await queue.idle();
  expect(ran).toEqual(["a", "b", "c"]);
});

it("at a stop, waits as long for a running job as its kind may take", async () => {
  await add("a");
  await db.query.update(jobs).set({ kind: "results" });
  const run = async (job: Job) => {
    ran.push(nameOf(job));
    await pause(600);
  };
  queue.handle("results", { atOnce: 1, patience: 5_000, run, failed: async () => undefined });
  await queue.start();
  await expect.poll(() => ran).toEqual(["a"]);
  await queue.stop();
  expect(await states()).toEqual([]);
});

it("a job is deleted with its submission or stack", async () => {
  await add("a");
  await addStack("s");
  await db.write((query) => query.delete(submissions).where(eq(submissions.id, "a")));
  await db.write((query) => query.delete(stacks));
  expect(await states()).toEqual([]);
});
