import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeClass, makeTask } from "./testing/fixtures.ts";
import { sheetWithQr, uploadForm } from "./testing/pages.ts";
import { openRequest } from "./testing/raw-request.ts";
import { createInstructor, spawnedQrText } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";
import type { TestClient } from "./testing/test-client.ts";

const PATIENCE = 120_000;

let folder: string;
let server: SpawnedServer;
let ana: TestClient;
let taskId: string;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-stop-"));
  server = await spawnServer({ DATA_DIR: folder }, "deno");
  ana = server.visitor();
  await ana.call("login", { body: { ...(await createInstructor(server)), remember: false } });
  const dueDate = new Date(Date.now() + 86_400_000).toISOString();
  taskId = await makeTask(ana, await makeClass(ana), { dueDate });
}, PATIENCE);
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

/** A connection on which this part of a request was sent. */
async function open(text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.push(socket);
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  if (text !== "") socket.write(text);
  return socket;
}

/** Milliseconds between the log lines of the stop's beginning and its end. */
function stopTook(): number {
  const [began, ended] = ["stopping", "stopped"].map((event) => {
    const line = server.output().match(new RegExp(`"time":"([^"]+)"[^\n]*"event":"${event}"`));
    return Date.parse(line?.[1] ?? "");
  });
  return ended! - began!;
}

it(
  "a stop does not wait for callers who neither send nor read",
  async () => {
    await open("");
    await open("GET /healthz HTTP/1.1\r\nHost: x");
    const used = await open(`GET /healthz HTTP/1.1\r\nHost: ${new URL(server.origin).host}\r\n\r\n`);
    await new Promise((resolve) => used.once("data", resolve));
    const events = await ana.fetch("/events");
    expect(events.status).toBe(200);
    const form = { "Content-Type": "multipart/form-data; boundary=x" };
    const upload = await openRequest(server.origin, {
      path: "/files/upload-files",
      headers: form,
      framing: "chunked",
    });
    sockets.push(upload.socket);
    const head = `--x\r\nContent-Disposition: form-data; name="task_id"\r\n\r\n${taskId}\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="20230001_quiz[1].png"\r\n\r\n`;
    await upload.send(head);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await server.stop()).toBe(0);
    // The promise is 2 seconds; the test leaves room for a busy machine.
    expect(stopTook()).toBeLessThan(5_000);
    expect(await upload.status).toBe(503);
  },
  PATIENCE,
);

it(
  "a stop lets a page finish that somebody is waiting for",
  async () => {
    const page = await sheetWithQr("20230001_quiz[1].png", await spawnedQrText(server, { taskId, item: 1 }));
    const form = uploadForm(taskId, [{ name: "20230001_quiz[1].png", bytes: page }]);
    const upload = server.visitor().call("uploadFiles", { body: form });
    await expect.poll(() => upload.then(({ status }) => status), { timeout: 60_000 }).toBe(200);
    const { body } = await ana.call("getFiles", { params: { taskId } });
    const fileId = body.files[0]!.id;
    const reading = ana.call("processDetection", { params: { fileId }, body: {} });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await server.stop()).toBe(0);
    expect((await reading).status).toBe(200);
    expect(stopTook()).toBeLessThan(15_000);
  },
  PATIENCE,
);
