import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "../adapters/log.ts";
import { createArrivals } from "../arrivals.ts";
import type { AppContext } from "../context.ts";
import type { AppEnv } from "../environment.ts";
import { bodyGuard } from "./body-guard.ts";
import { requestLog } from "./request-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openApp() {
  const logged: { event: string }[] = [];
  const context = {
    log: createLog((line) => logged.push(JSON.parse(line)), Date.now),
    now: Date.now,
    measures: { request: () => undefined },
    config: { uploadIdleSeconds: 300 },
    arrivals: createArrivals(async () => 0),
    lifecycle: { cutOff: new AbortController().signal },
  } as unknown as AppContext;
  const hono = new Hono<AppEnv>();
  hono.use(requestLog(context));
  hono.use(bodyGuard(context));
  hono.post("/things/:thingId", async (c) => c.text(await c.req.raw.text()));
  return { hono, logged };
}

it("tells of a request that has no answer after a minute, and how much of it has arrived", async () => {
  const { hono, logged } = openApp();
  let finish = (): void => undefined;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("half"));
      finish = () => controller.close();
    },
  });
  const request = hono.request("/things/secret", { method: "POST", body, duplex: "half" } as RequestInit);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(logged).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(logged).toEqual([
    expect.objectContaining({
      level: "warn",
      event: "request-waiting",
      method: "POST",
      route: "/things/:thingId",
      bytes: 4,
      complete: false,
    }),
  ]);
  finish();
  expect((await request).status).toBe(200);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(logged.map(({ event }) => event)).toEqual(["request-waiting", "request"]);
});

it("says nothing of a request that is answered in time", async () => {
  const { hono, logged } = openApp();
  await hono.request("/things/secret", { method: "POST", body: "all" });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(logged.map(({ event }) => event)).toEqual(["request"]);
});
