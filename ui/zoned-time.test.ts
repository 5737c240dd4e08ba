import { expect, test } from "vitest";
import { endOfToday, fromWallTime, nextDay, toWallTime } from "./zoned-time.ts";

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

test("a time that the clock shows twice is the later one; one that it skips is never earlier", () => {
  expect(fromWallTime("2026-11-01T01:30", "America/New_York")).toBe("2026-11-01T06:30:00.000Z");
  expect(fromWallTime("2026-10-25T02:30", "Europe/Berlin")).toBe("2026-10-25T01:30:00.000Z");
  for (const [wall, zone, shown] of [
    ["2026-03-08T02:30", "America/New_York", "2026-03-08T03:30"],
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T03:30"],
    ["2026-09-06T00:30", "America/Santiago", "2026-09-06T01:30"],
    ["2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-05T01:45"],
  ] as const) {
    expect(toWallTime(fromWallTime(wall, zone)!, zone)).toBe(shown);
  }
});

test("every other time is the one that the clock shows", () => {
  for (const zone of ["America/New_York", "Europe/Berlin", "Asia/Manila", "Australia/Lord_Howe"]) {
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 7 * 60 * 60_000) {
      const wall = toWallTime(time, zone);
      expect(toWallTime(fromWallTime(wall, zone)!, zone)).toBe(wall);
    }
  }
});

test("endOfToday uses the day of the zone, not of UTC", () => {
  expect(endOfToday("Asia/Manila", Date.UTC(2026, 10, 21, 17))).toBe("2026-11-22T23:59");
});

test("nextDay is at the same time by the clock, also if that is changed in the night", () => {
  for (const [due, zone, next] of [
    ["2026-11-21T15:59:59.999Z", "Asia/Manila", "2026-11-22T15:59:59.999Z"],
    ["2026-11-01T03:59:59.999Z", "America/New_York", "2026-11-02T04:59:59.999Z"],
    ["2027-03-14T04:59:59.999Z", "America/New_York", "2027-03-15T03:59:59.999Z"],
    ["2026-09-26T11:14:59.999Z", "Pacific/Chatham", "2026-09-27T10:14:59.999Z"],
  ] as const) {
    expect(fromWallTime(nextDay(toWallTime(due, zone)), zone)).toBe(next);
  }
});
