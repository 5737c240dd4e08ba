import { readdir, stat } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeClass, makeTask } from "./testing/fixtures.ts";
import { sheetWithQr, uploadForm } from "./testing/pages.ts";
import { createInstructor, spawnedQrText } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";
import type { TestClient } from "./testing/test-client.ts";

const PATIENCE = 120_000;

let server: SpawnedServer;
let ana: TestClient;
let taskId: string;

beforeAll(async () => {
  server = await spawnServer({}, "deno");
  ana = server.visitor();
  await ana.call("login", { body: { ...(await createInstructor(server)), remember: false } });
  const dueDate = new Date(Date.now() + 86_400_000).toISOString();
  taskId = await makeTask(ana, await makeClass(ana), { dueDate });
}, PATIENCE);
afterAll(() => server.stop());

/** The response's status if the request names this host. */
function statusFor(host: string, path = "/auth/sessions-of-nobody"): Promise<number> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const sent = request({ host: hostname, port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

it("answers only to its own host, except for the machine itself and health checks", async () => {
  expect(await statusFor("evil.example.com")).toBe(421);
  expect(await statusFor("evil.example.com", "/notification/get-all-notifications")).toBe(421);
  expect(await statusFor("localhost.evil.example.com")).toBe(421);
  expect(await statusFor("127.0.0.1.evil.example.com")).toBe(421);
  expect(await statusFor("evil.example.com", "/healthz")).toBe(200);
  expect(await statusFor("evil.example.com", "/metrics")).toBe(401);
  for (const host of ["localhost", "localhost:9", "127.0.0.1", "[::1]"]) expect(await statusFor(host)).toBe(404);
});

it("refuses a host that cannot be one, and JSON that is nested deeply, without a fault of its own", async () => {
  for (const host of ["a b", "[::1"]) expect(await statusFor(host), host).toBe(400);
  const deep = `{"email":${"[".repeat(200_000)}${"]".repeat(200_000)},"password":"x"}`;
  const headers = { "content-type": "application/json" };
  const login = await server.visitor().fetch("/auth/login", { method: "POST", headers, body: deep });
  expect(login.status).toBe(400);
  expect(server.output()).not.toContain("request-failed");
});

it("refuses NUL in every text", async () => {
  const path = await ana.call("getFiles", { params: { taskId: "a\0b" } });
  const query = await ana.fetch("/detect-gates/copies?task_id=a%00b");
  const body = await ana.callLoosely("createClass", { body: { classCode: "CPE\0 101", deep: [{ "a\0": 1 }] } });
  const field = await server.visitor().call("uploadFiles", { body: uploadForm("a\0b", []) });
  expect([path.status, query.status, body.status, field.status]).toEqual([400, 400, 400, 400]);
  for (const { body: answer } of [path, body, field]) expect(answer.error.code).toBe("nul-character");
});

/** The status of live events for Ana now. */
async function liveEvents(): Promise<number> {
  const response = await ana.fetch("/events");
  await response.body?.cancel();
  return response.status;
}

it("ends the live events that a HEAD request begins", async () => {
  for (let asked = 0; asked < 25; asked++) {
    expect((await ana.fetch("/events", { method: "HEAD" })).status).toBe(200);
  }
  await expect.poll(liveEvents).toBe(200);
});

it("begins no live events behind others on the same connection", async () => {
  const { hostname, port, host } = new URL(server.address);
  const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const sockets = [1, 2, 3].map(() => connect({ host: hostname, port: Number(port) }));
  for (const socket of sockets) {
    socket.write(`GET /events HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`.repeat(8));
    await new Promise((resolve) => socket.once("data", resolve));
  }
  expect(await liveEvents()).toBe(200);
  for (const socket of sockets) socket.destroy();
});

it(
  "creates nothing that other users of the machine can read",
  async () => {
    const page = await sheetWithQr("20230001_quiz[1].png", await spawnedQrText(server, { taskId, item: 1 }));
    const form = uploadForm(taskId, [{ name: "20230001_quiz[1].png", bytes: page }]);
    expect((await server.visitor().call("uploadFiles", { body: form })).status).toBe(200);
    const names = await readdir(server.dataDir, { recursive: true });
    expect(names).toContain("circuitgrade.db");
    const open: string[] = [];
    for (const name of names) {
      const { mode } = await stat(join(server.dataDir, name)).catch(() => ({ mode: 0 }));
      if ((mode & 0o077) !== 0) open.push(name);
    }
    expect(open).toEqual([]);
  },
  PATIENCE,
);
