import { afterEach, expect, test, vi } from "vitest";
import { TEXTS } from "../server/contract/texts.ts";
import { ApiError, call, isUnreached, messageOf, PATIENCE, TIMED_OUT } from "./api.ts";

const OWN = { "content-type": "application/json", "x-request-id": "r1" };
const TASK = { params: { taskId: "t" } };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A call whose connection is played by the test, and how it ended. */
function begin(fetched: (signal: AbortSignal) => Promise<Response>, patience?: number) {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => fetched(signal));
  let ended: unknown = null;
  call("getTask", TASK, patience === undefined ? {} : { patience }).then(
    (answer) => (ended = answer),
    (error) => (ended = error),
  );
  return {
    async after(seconds: number): Promise<unknown> {
      await vi.advanceTimersByTimeAsync(1000 * seconds);
      return ended;
    },
  };
}

function hang(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

test.each([
  [undefined, 300],
  [PATIENCE.load, 60],
])("a call that hangs ends with a message, with a patience of %s after %d seconds", async (patience, seconds) => {
  const { after } = begin(hang, patience);
  expect(await after(seconds - 1)).toBe(null);
  const error = await after(1);
  expect(error).toMatchObject({ status: 0, code: TIMED_OUT });
  expect(messageOf(error)).toBe("No answer came in time. Check your connection and try again.");
  expect(isUnreached(error)).toBe(true);
});

test("an answer may take longer than that, as long as something comes", async () => {
  const { after } = begin(async (signal) => {
    const slow = new ReadableStream({
      async start(stream) {
        signal.addEventListener("abort", () => stream.error(signal.reason));
        for (const part of ['{"id"', ":", '"t"}']) {
          await new Promise((resolve) => setTimeout(resolve, 59_000));
          stream.enqueue(new TextEncoder().encode(part));
        }
        await new Promise((resolve) => setTimeout(resolve, 1000));
        stream.close();
      },
    });
    return new Response(slow, { headers: OWN });
  }, PATIENCE.load);
  expect(await after(177)).toBe(null);
  expect(await after(1)).toEqual({ id: "t" });
});

test("a call that the caller cancels did not time out", async () => {
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => hang(signal));
  const leaving = new AbortController();
  const asked = call("getTask", TASK, { signal: leaving.signal });
  leaving.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});

test.each([
  ["the log-in page of a network", "<html>Welcome</html>", { headers: { "content-type": "text/html" } }],
  ["JSON that is not ours", "[]", { headers: { "content-type": "application/json" } }],
  [
    "a refusal that is not ours",
    '{"error":"denied"}',
    { status: 401, headers: { "content-type": "application/json" } },
  ],
  ["a page that a proxy does not find", "Not Found", { status: 404 }],
  ["a proxy that does not reach the server", "Bad Gateway", { status: 502 }],
])("%s is not taken for an answer of the server", async (_, body, init) => {
  vi.stubGlobal("fetch", async () => new Response(body, init));
  for (const name of ["getTask", "getTemplate"] as const) {
    const error = await call(name, TASK).catch((error: unknown) => error);
    expect(error).toMatchObject({ status: 0, code: "unreachable" });
    expect(messageOf(error)).toMatch(/^The answer did not come from CircuitGrade\. If your network asks you to log in/);
  }
});

test("the server's own answers and refusals are taken, one that broke off is not", async () => {
  const answer = (body: string, status = 200) =>
    vi.stubGlobal("fetch", async () => new Response(body, { status, headers: OWN }));
  answer('{"id":"t"}');
  expect(await call("getTask", TASK)).toEqual({ id: "t" });
  answer('{"error":{"code":"not-found","message":"Gone."},"more":1}', 404);
  await expect(call("getTask", TASK)).rejects.toMatchObject({ status: 404, message: "Gone.", body: { more: 1 } });
  answer('{"id":');
  const message = "The server cannot be reached. Check your connection and try again.";
  await expect(call("getTask", TASK)).rejects.toMatchObject({ status: 0, code: "unreachable", message });
});

test("an action on what was deleted meanwhile says so, and what can be saved", () => {
  const notFound = [TEXTS.task.notFound, TEXTS.files.notFound, TEXTS.classes.notFound];
  for (const error of [
    ...notFound.map((message) => ({ code: "not-found", message })),
    { code: "gone-meanwhile", message: "This was deleted meanwhile." },
  ]) {
    const gone = messageOf(new ApiError(404, error));
    expect(gone).toMatch(/^This was deleted meanwhile, or is no longer shared with you\. Copy what you typed/);
  }
  const message = "There is no such account.";
  expect(messageOf(new ApiError(404, { code: "not-found", message }))).toBe(message);
});
