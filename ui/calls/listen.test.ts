import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "../../server/contract/system.ts";
import { listen } from "./listen.ts";

/** As much of the browser's event source as listening uses; the test is the server. */
class Stream {
  static readonly CLOSED = 2;
  static all: Stream[];
  readyState = 0;
  onopen?: () => void;
  onerror?: () => void;
  onmessage?: (message: { data: string }) => void;

  constructor() {
    Stream.all.push(this);
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
  refuse(): void {
    this.readyState = Stream.CLOSED;
    this.onerror?.();
  }
}

/** As much of the browser's document as listening uses. */
class Sight extends EventTarget {
  hidden = false;
  turn(isHidden: boolean): void {
    this.hidden = isHidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

const latest = () => Stream.all.at(-1)!;
const EVENT: LiveEvent = { type: "task", task_id: "t" };
let heard: LiveEvent[];
let sight: Sight;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  sight = new Sight();
  vi.stubGlobal("document", sight);
  Stream.all = [];
  heard = [];
  end = listen(1234, (news) => void heard.push(news));
});

afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a refused connection is tried again, with growing pauses; missed events are reported once", () => {
  latest().onopen?.();
  expect(heard).toEqual([]);
  latest().refuse();
  for (const seconds of [3, 6, 12, 24, 30, 30]) {
    const before = Stream.all.length;
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(Stream.all).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(Stream.all).toHaveLength(before + 1);
    latest().refuse();
  }
  vi.advanceTimersByTime(30_000);
  latest().onopen?.();
  latest().onmessage?.({ data: JSON.stringify(EVENT) });
  expect(heard).toEqual([{ type: "missed" }, EVENT]);
  latest().refuse();
  vi.advanceTimersByTime(3000);
  expect(Stream.all).toHaveLength(9);
});

test("the browser itself restores a broken connection; missed events are reported", () => {
  latest().onopen?.();
  latest().onerror?.();
  vi.advanceTimersByTime(60_000);
  expect(Stream.all).toHaveLength(1);
  latest().onopen?.();
  expect(heard).toEqual([{ type: "missed" }]);
});

test("who listens no more asks for no connection", () => {
  latest().refuse();
  end();
  vi.advanceTimersByTime(60_000);
  expect(Stream.all).toHaveLength(1);
});

test("out of sight it listens to nothing, back in sight it reports that something may be missed", () => {
  latest().onopen?.();
  sight.turn(true);
  expect(latest().readyState).toBe(Stream.CLOSED);
  vi.advanceTimersByTime(60_000);
  expect(Stream.all).toHaveLength(1);
  sight.turn(false);
  latest().onopen?.();
  expect(Stream.all).toHaveLength(2);
  expect(heard).toEqual([{ type: "missed" }]);
});
