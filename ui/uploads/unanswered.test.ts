import { expect, test } from "vitest";
import { ApiError, FILE_CHANGED } from "../api.ts";
import { mayBeTaken } from "./send-file.ts";

const BROKE = { left: 0.5, cancelled: false };

test.each([
  ["a line that broke", 0, "unreachable", BROKE, true],
  ["one that broke before the browser reported any progress", 0, "unreachable", { left: 0, cancelled: false }, true],
  ["what was cancelled on its way", 0, "broke", { left: 0.5, cancelled: true }, true],
  ["what was cancelled before any of it left", 0, "broke", { left: 0, cancelled: true }, false],
  ["a file that changed before it was sent", 0, FILE_CHANGED, BROKE, false],
  ["a file that changed after it was sent", 0, FILE_CHANGED, { left: 1, cancelled: false }, true],
  ["a proxy that gave up waiting", 0, "unreachable", { left: 1, cancelled: false }, true],
  ["a line on which nothing moved", 0, "timed-out", BROKE, true],
  ["a server that is busy", 503, "busy", BROKE, false],
  ["a proxy that takes no large bodies", 413, "unknown", BROKE, false],
  ["a task that is closed", 403, "closed", { left: 1, cancelled: false }, false],
] as const)("%s", (_, status, code, attempt, expected) => {
  expect(mayBeTaken(new ApiError(status, { code, message: "" }), attempt)).toBe(expected);
});
