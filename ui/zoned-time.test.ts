import { expect, test } from "vitest";
import { endOfToday, fromWallTime, toWallTime } from "./zoned-time.ts";

test("toWallTime shows a time by the clock of a zone", () => {
  expect(toWallTime("2026-11-21T15:59:59.999Z", "Asia/Manila")).toBe("2026-11-21T23:59");
  expect(toWallTime("2026-11-21T17:00:00Z", "Asia/Manila")).toBe("2026-11-22T01:00");
  expect(toWallTime("2026-07-01T12:00:00Z", "America/New_York")).toBe("2026-07-01T08:00");
});

test("fromWallTime is the time in UTC; the day's last minute counts to its end", () => {
  expect(fromWallTime("2026-11-21T23:59", "Asia/Manila")).toBe("2026-11-21T15:59:59.999Z");
  expect(fromWallTime("2026-11-21T08:30", "Asia/Manila")).toBe("2026-11-21T00:30:00.000Z");
  expect(fromWallTime("2026-07-01T08:00", "America/New_York")).toBe("2026-07-01T12:00:00.000Z");
  expect(fromWallTime("2026-03-08T03:30", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
  expect(fromWallTime("", "Asia/Manila")).toBeNull();
});

test("endOfToday uses the day of the zone, not of UTC", () => {
  expect(endOfToday("Asia/Manila", Date.UTC(2026, 10, 21, 17))).toBe("2026-11-22T23:59");
});
