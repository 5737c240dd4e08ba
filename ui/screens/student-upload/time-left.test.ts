import { expect, test } from "vitest";
import { uploadTimeLeft } from "./time-left.ts";

test.each([
  [3 * 86_400_000 + 5, "3 days left"],
  [86_400_000 - 1, "23 hours left"],
  [3_600_000, "1 hour left"],
  [125_000, "2 minutes left"],
  [59_000, "less than a minute left"],
])("%d ms are shown as %s", (milliseconds, text) => {
  expect(uploadTimeLeft(milliseconds)).toBe(text);
});
