import { expect, it } from "vitest";
import { lazily } from "./lazily.ts";

it("makes its value once, also for calls at the same time", async () => {
  let made = 0;
  const value = lazily(async () => ++made);
  expect(await Promise.all([value(), value()])).toEqual([1, 1]);
  expect(await value()).toBe(1);
});

it("tries again after a failure", async () => {
  let attempts = 0;
  const value = lazily(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("no such file");
    return attempts;
  });
  await expect(value()).rejects.toThrow("no such file");
  expect(await value()).toBe(2);
});
