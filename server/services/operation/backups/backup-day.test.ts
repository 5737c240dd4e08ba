import { expect, it } from "vitest";
import { backupDay, isDone } from "./backup-day.ts";

it.each([
  ["2026-11-24T02:59:59Z", "UTC", "03:00", "2026-11-23"],
  ["2026-11-24T03:00:00Z", "UTC", "03:00", "2026-11-24"],
  ["2026-12-31T19:30:00Z", "Asia/Manila", "03:00", "2027-01-01"],
  ["2026-12-31T18:30:00Z", "Asia/Manila", "03:00", "2026-12-31"],
  ["2026-03-01T00:10:00Z", "UTC", "00:15", "2026-02-28"],
  // In Berlin this night has no 02:30, and that one has two.
  ["2026-03-29T00:59:00Z", "Europe/Berlin", "02:30", "2026-03-28"],
  ["2026-03-29T01:00:00Z", "Europe/Berlin", "02:30", "2026-03-29"],
  ["2026-10-25T00:30:00Z", "Europe/Berlin", "02:30", "2026-10-25"],
])("%s in %s belongs, from %s on, to %s", (at, timezone, time, day) => {
  expect(backupDay(Date.parse(at), { time, timezone })).toBe(day);
});

it.each([
  ["2026-11-24T03:00:00Z", "2026-11-25T02:59:00Z", "UTC", true],
  ["2026-11-24T03:00:00Z", "2026-11-25T03:00:00Z", "UTC", false],
  // The clock was years ahead.
  ["2031-11-24T03:00:00Z", "2026-11-25T03:00:00Z", "UTC", false],
  // The clocks are set back after the first 02:30: nothing is due until the next night.
  ["2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z", "Europe/Berlin", true],
  ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "Europe/Berlin", true],
  ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z", "Europe/Berlin", false],
])("what was done at %s is done at %s in %s: %s", (at, now, timezone, done) => {
  const time = timezone === "UTC" ? "03:00" : "02:30";
  expect(isDone(Date.parse(at), Date.parse(now), { time, timezone })).toBe(done);
});
