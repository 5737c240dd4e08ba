import { expect, test } from "vitest";
import { reachOf } from "./reach.ts";

test.each([
  ["localhost", "computer"],
  ["127.0.0.1", "computer"],
  ["[::1]", "computer"],
  ["10.1.2.3", "network"],
  ["172.16.0.1", "network"],
  ["172.32.0.1", "everywhere"],
  ["192.168.1.20", "network"],
  ["[fd00::1]", "network"],
  ["lab.local", "network"],
  ["circuits.example.edu", "everywhere"],
  ["10.example.edu", "everywhere"],
] as const)("%s reaches %s", (hostname, reach) => {
  expect(reachOf(hostname)).toBe(reach);
});
