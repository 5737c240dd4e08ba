import { beforeEach, expect, it } from "vitest";
import { Refusal } from "../refusal.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";

const RATE = { limit: 2, seconds: 60 };

let now = 0;
let limiter: RateLimiter;

beforeEach(() => {
  now = 1_000_000;
  limiter = createRateLimiter(() => now);
});

function refusal(key: string): Refusal | null {
  try {
    limiter.take(key, RATE);
    return null;
  } catch (error) {
    return error as Refusal;
  }
}

it("takes as many calls as the rate allows, for each key", () => {
  expect([refusal("a"), refusal("a"), refusal("b")]).toEqual([null, null, null]);
  now += 20_000;
  expect(refusal("a")).toMatchObject({
    status: 429,
    code: "too-many-requests",
    message: "Too many attempts. Please try again in 40 seconds.",
    details: { headers: { "Retry-After": "40" } },
  });
  expect(refusal("b")).toBeNull();
});

it("begins anew when the time is over, and when it is told to", () => {
  for (let time = 0; time < 3; time++) refusal("a");
  now += 60_000;
  expect(refusal("a")).toBeNull();
  for (let time = 0; time < 3; time++) refusal("a");
  limiter.clear("a");
  expect(refusal("a")).toBeNull();
});

it("forgets the oldest keys where there are too many, and keeps the busy", () => {
  for (let time = 0; time < 3; time++) refusal("first");
  for (let key = 0; key < 49_999; key++) limiter.take(`k${key}`, RATE);
  expect(refusal("first")).toBeInstanceOf(Refusal);
  limiter.take("one more", RATE);
  expect(refusal("first")).toBeNull();
});
