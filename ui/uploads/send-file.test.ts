import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendFile } from "./send-file.ts";

/** The part of the browser's request object that an upload uses; the test plays the connection. */
class SlowRequest {
  static latest: SlowRequest;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onabort?: () => void;
  onload?: () => void;
  aborted = false;
  status = 200;
  isOwn = true;
  responseText = '{"files_uploaded":[]}';

  constructor() {
    SlowRequest.latest = this;
  }
  open(): void {}
  getResponseHeader = () => (this.isOwn ? "r1" : null);
  body = new FormData();
  send(body: FormData): void {
    this.body = body;
  }
  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }
}

const MINUTE = 60_000;
const TIMED_OUT = "ApiError: No answer came in time. Check your connection and try again.";
let parts: number[];
let stop: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", SlowRequest);
  parts = [];
  stop = new AbortController();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin() {
  const file = { item: 1, file: new File(["drawn"], "20230001_quiz[1].png") };
  const sent = sendFile(file, {
    taskId: "t",
    proof: { receipts: ["r1", "r2"], secret: "of this tab" },
    signal: stop.signal,
    onProgress: (part) => void parts.push(part),
  });
  return {
    ended: sent.then(
      () => "taken",
      ({ name, message }: Error) => `${name}: ${message}`,
    ),
    request: SlowRequest.latest,
  };
}

test("a connection without progress for a minute is cancelled", async () => {
  const { ended, request } = begin();
  vi.advanceTimersByTime(MINUTE - 1);
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  vi.advanceTimersByTime(MINUTE - 1);
  expect(request.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect([await ended, parts]).toEqual([TIMED_OUT, [0.25]]);
});

test("the proof of where the file comes from is sent before it", () => {
  const { request } = begin();
  expect([...request.body.keys()]).toEqual(["task_id", "receipts", "hand_in", "item_number", "files"]);
  expect(request.body.get("receipts")).toBe("r1,r2");
  expect(request.body.get("hand_in")).toBe("of this tab");
});

test("when everything is sent, the server has five minutes to answer", async () => {
  const { ended, request } = begin();
  request.upload.onprogress?.({ loaded: 4, total: 4 });
  vi.advanceTimersByTime(5 * MINUTE - 1);
  expect(request.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await ended).toBe(TIMED_OUT);
});

test("a completed upload is not cancelled later, and a cancelled one ends at once", async () => {
  const first = begin();
  first.request.onload?.();
  expect(await first.ended).toBe("taken");
  vi.advanceTimersByTime(10 * MINUTE);
  expect(first.request.aborted).toBe(false);
  const second = begin();
  stop.abort();
  expect([await second.ended, first.request.aborted]).toEqual(["AbortError: The upload was cancelled.", false]);
});

test("a partial response does not count", async () => {
  const { ended, request } = begin();
  request.responseText = '{"files_uplo';
  request.onload?.();
  expect(await ended).toBe("ApiError: The server cannot be reached. Check your connection and try again.");
});

test.each([
  [200, "ApiError: The answer did not come from CircuitGrade. If your network asks you to log in, do that first."],
  [413, "ApiError: A proxy in front of the server takes no files of this size."],
])("what answers with %d in the server's place has not taken the file", async (status, message) => {
  const { ended, request } = begin();
  Object.assign(request, { status, isOwn: false, responseText: "<html>" });
  request.onload?.();
  expect(await ended).toContain(message);
});
