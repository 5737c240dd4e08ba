import { expect, it } from "vitest";
import { createLifecycle } from "./lifecycle.ts";
import { createLog } from "./log.ts";

it("a stop abandons work and hooks that do not end, and runs the others", async () => {
  const lines: string[] = [];
  const lifecycle = createLifecycle(createLog((line) => lines.push(line), Date.now));
  const ran: string[] = [];
  const never = new Promise<void>(() => undefined);
  lifecycle.onStop("database", () => void ran.push("database"));
  lifecycle.onStop("stuck", () => never);
  lifecycle.onStop("defect", () => Promise.reject(new Error("a defect")));
  lifecycle.inBackground("endless", never);
  lifecycle.beginStop();
  await lifecycle.stop();
  expect(ran).toEqual(["database"]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "stop-left-behind", work: "endless" },
    { event: "stop-failed", hook: "defect" },
    { event: "stop-left-behind", hook: "stuck" },
  ]);
});

it("shortly after a stop begins, it no longer waits for what callers have not sent", async () => {
  const lifecycle = createLifecycle(createLog(() => undefined, Date.now));
  const before = lifecycle.timeForPages();
  lifecycle.beginStop();
  expect([lifecycle.stopping.aborted, lifecycle.cutOff.aborted]).toEqual([true, false]);
  await expect.poll(() => lifecycle.cutOff.aborted).toBe(true);
  expect(lifecycle.timeForPages()).toBeLessThan(before);
});
