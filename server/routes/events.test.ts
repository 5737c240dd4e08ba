import { Hono } from "hono";
import { beforeEach, expect, it } from "vitest";
import type { AppEnv } from "../environment.ts";
import { loadSession } from "../middleware/session-cookie.ts";
import { createRouter } from "../router.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import type { TestClient } from "../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";
import { eventRoutes } from "./events.ts";

let server: TestServer;
let ana: TestClient & { readonly userId: string };

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
});

/** Reads a stream until `enough` says so, or its end. */
async function readUntil(
  response: Response,
  enough: (text: string) => boolean,
): Promise<{ text: string; ended: boolean }> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!enough(text)) {
    const { value, done } = await reader.read();
    if (done) return { text, ended: true };
    text += decoder.decode(value);
  }
  await reader.cancel();
  return { text, ended: false };
}

it("sends events as they happen, one JSON object per event", async () => {
  const { response, headers } = await ana.call("events", { query: {} });
  expect(headers.get("content-type")).toBe("text/event-stream");
  const told = readUntil(response, (text) => text.includes("data: "));
  const taskId = await makeTask(ana, await makeClass(ana));
  const { text } = await told;
  expect(text).toMatch(/^retry: 3000\n\n/);
  expect(text).toContain(`\n\ndata: {"type":"task","task_id":"${taskId}"}\n\n`);
});

it("sends them to nobody else", async () => {
  const bo = await server.instructor("bo@example.edu");
  const { response } = await bo.call("events", { query: {} });
  server.context.events.publish(ana.userId, { type: "task", task_id: "t" });
  server.context.events.publish(bo.userId, { type: "notification" });
  const { text } = await readUntil(response, (read) => read.includes("data: "));
  expect(text).not.toContain('"task"');
  expect((await server.visitor().call("events", { query: {} })).status).toBe(401);
});

it("says at once that something changed after the page was made, and before it listened", async () => {
  const since = server.context.now();
  const streamSince = async (time: number) => (await ana.call("events", { query: { since: time } })).response;
  const quiet = readUntil(await streamSince(since), (text) => text.includes("data: "));
  server.context.events.publish(ana.userId, { type: "task", task_id: "t" });
  expect((await quiet).text).toContain('data: {"type":"task","task_id":"t"}');
  const late = await readUntil(await streamSince(since), (text) => text.includes("data: "));
  expect(late.text).toBe('retry: 3000\n\ndata: {"type":"missed"}\n\n');
});

it("ends when the server stops", async () => {
  const { response } = await ana.call("events", { query: {} });
  server.context.lifecycle.beginStop();
  expect((await readUntil(response, () => false)).ended).toBe(true);
});

it.each([
  ["is ended", () => ana.call("logout", {})],
  ["was idle for eight hours", async () => server.clock.advance(8 * 60 * 60 * 1000)],
])("sends heartbeats until the session %s", async (_, end) => {
  const { config } = server.context;
  const router = createRouter({ ...server.context, config: { ...config, heartbeatSeconds: 0.03 } });
  eventRoutes(router);
  const hono = new Hono<AppEnv>().use(loadSession(server.context)).route("/", router.hono);
  const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await hono.request("/events", { headers: { cookie } });
  const told = readUntil(response, () => false);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await end();
  const { text, ended } = await told;
  expect(text).toContain(": still here\n\n");
  expect(ended).toBe(true);
});

it("limits the streams of one account, and forgets those that were closed", async () => {
  const open = [];
  for (let n = 0; n < 20; n++) open.push(await ana.call("events", { query: {} }));
  expect((await ana.call("events", { query: {} })).status).toBe(429);
  await open[0]!.response.body!.cancel();
  expect((await ana.call("events", { query: {} })).status).toBe(200);
});
