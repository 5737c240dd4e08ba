import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../db/client.ts";
import { rateWindows } from "../db/schema.ts";
import { Refusal } from "../refusal.ts";
import { createRateLimiter, createSharedRateLimiter, type RateLimiter } from "./rate-limiter.ts";

const RATE = { limit: 2, seconds: 60 };

let now = 0;

const folder = await mkdtemp(join(tmpdir(), "rates-"));
const db = await openDatabase({ url: pathToFileURL(join(folder, "rates.db")).href });
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  now = 1_000_000;
  await db.query.delete(rateWindows);
});

const inMemory = () => createRateLimiter(() => now);
const inDatabase = () => createSharedRateLimiter({ db, now: () => now });

async function refusal(limiter: RateLimiter, key: string): Promise<Refusal | null> {
  return limiter.take(key, RATE).then(
    () => null,
    (error: Refusal) => error,
  );
}

describe.each([
  ["in memory", inMemory],
  ["in the database", inDatabase],
])("counting %s", (_, open) => {
  it("takes as many calls as the rate allows, for each key", async () => {
    const limiter = open();
    for (const key of ["k:a", "k:a", "k:b"]) expect(await refusal(limiter, key)).toBeNull();
    now += 20_000;
    expect(await refusal(limiter, "k:a")).toMatchObject({
      status: 429,
      code: "too-many-requests",
      message: "Too many attempts. Please try again in 40 seconds.",
      details: { headers: { "Retry-After": "40" } },
    });
    expect(await refusal(limiter, "k:b")).toBeNull();
  });

  it("starts again when the time is over, and when it is reset", async () => {
    const limiter = open();
    for (let time = 0; time < 3; time++) await refusal(limiter, "k:a");
    now += 60_000;
    expect(await refusal(limiter, "k:a")).toBeNull();
    for (let time = 0; time < 3; time++) await refusal(limiter, "k:a");
    await limiter.clear("k:a");
    expect(await refusal(limiter, "k:a")).toBeNull();
  });
});

describe("in memory, with too many keys of a kind", () => {
  const crowd = async (limiter: RateLimiter, count: number) => {
    for (let key = 0; key < count; key++) await limiter.take(`uploads:${key}`, RATE);
  };

  it("forgets the oldest, and keeps the busy ones", async () => {
    const limiter = inMemory();
    for (let time = 0; time < 3; time++) await refusal(limiter, "uploads:first");
    await crowd(limiter, 49_999);
    expect(await refusal(limiter, "uploads:first")).toBeInstanceOf(Refusal);
    await limiter.take("uploads:one more", RATE);
    expect(await refusal(limiter, "uploads:first")).toBeNull();
  });

  it("forgets nothing of another kind", async () => {
    const limiter = inMemory();
    for (let time = 0; time < 3; time++) await refusal(limiter, "codes:ana");
    await crowd(limiter, 50_001);
    expect(await refusal(limiter, "codes:ana")).toBeInstanceOf(Refusal);
  });
});

it("in the database, processes count together, and windows that are over are removed", async () => {
  const [one, other] = [inDatabase(), inDatabase()];
  const all = await Promise.all([one, other, one, other].map((limiter) => refusal(limiter, "k:a")));
  expect(all.filter((each) => each === null)).toHaveLength(RATE.limit);
  await refusal(one, "k:b");
  now += 60_000;
  await refusal(one, "k:c");
  await other.sweep();
  expect((await db.query.select().from(rateWindows)).map(({ key }) => key)).toEqual(["k:c"]);
});
