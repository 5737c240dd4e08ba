import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Refusal } from "./refusal.ts";
import { guardBody } from "./request-body.ts";

const MINUTE = 60_000;
const MEGABYTE = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A body of which the test sends the pieces, and what the server has got of it. */
function open() {
  let line!: ReadableStreamDefaultController<Uint8Array>;
  const raw = new ReadableStream<Uint8Array>({
    start(controller) {
      line = controller;
    },
  });
  const init = { method: "POST", body: raw, duplex: "half" } as RequestInit;
  const guard = { idle: MINUTE / 2, cutOff: new AbortController().signal };
  const body = guardBody(new Request("http://localhost/", init), guard);
  body.limit(512 * MEGABYTE);
  const ended = (async () => {
    const reader = body.request.body!.getReader();
    while (!(await reader.read()).done);
    return "complete";
  })().catch((error: Refusal) => error);
  let outcome: string | Refusal | null = null;
  void ended.then((end) => (outcome = end));
  return {
    body,
    send: (bytes: number) => line.enqueue(new Uint8Array(bytes)),
    close: () => line.close(),
    outcome: () => outcome,
  };
}

/** Sends this many bytes every 20 seconds, for so many minutes or until it ends; gives the minutes that it took. */
async function sendSlowly({ send, outcome }: ReturnType<typeof open>, bytes: number, minutes: number): Promise<number> {
  for (let third = 0; third < 3 * minutes; third++) {
    if (outcome() !== null) return third / 3;
    if (bytes > 0) send(bytes);
    await vi.advanceTimersByTimeAsync(MINUTE / 3);
  }
  return minutes;
}

describe("a body that arrives slowly", () => {
  it("is complete, also after hours, if the line is fast enough for the largest file", async () => {
    const upload = open();
    await sendSlowly(upload, 240_000, 120);
    upload.close();
    await vi.advanceTimersByTimeAsync(1);
    expect(upload.outcome()).toBe("complete");
  });

  it("ends when it is half an hour behind the slowest line", async () => {
    const upload = open();
    expect(await sendSlowly(upload, 1, 100)).toBeCloseTo(30, 0);
    expect(upload.outcome()).toMatchObject({ status: 408, code: "upload-too-slow" });
    const half = open();
    expect(await sendSlowly(half, 116_000, 100), "half the speed of the slowest line").toBeCloseTo(60, 0);
  });

  it("gets no credit for what came fast before", async () => {
    const upload = open();
    upload.send(200 * MEGABYTE);
    await vi.advanceTimersByTimeAsync(1);
    expect(upload.body.behind()).toBeLessThan(10);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(upload.body.behind()).toBeGreaterThan(19_000);
    expect(await sendSlowly(upload, 1, 100)).toBeCloseTo(30, 0);
    expect(upload.outcome()).toMatchObject({ status: 408 });
  });

  it("ends when it stands still", async () => {
    const upload = open();
    expect(await sendSlowly(upload, 0, 5)).toBeLessThan(1);
    expect(upload.outcome()).toMatchObject({ status: 408, code: "upload-stalled" });
  });
});
