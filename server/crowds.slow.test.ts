import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { MOST_BODIES } from "./arrivals.ts";
import { sheetWithQr, uploadForm } from "./testing/pages.ts";
import { openRequest } from "./testing/raw-request.ts";
import { makeSpawnedTask } from "./testing/spawned/spawned-course.ts";
import { spawnedQrText } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";

const PATIENCE = 120_000;

let server: SpawnedServer | undefined;
let held: Socket[] = [];
afterEach(async () => {
  for (const socket of held) socket.destroy();
  held = [];
  await server?.stop();
});

const BEGINNING = "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n";

/** Begins uploads that never end: within their headers, or within their bodies. */
function hold(count: number, within: "headers" | "body" = "body"): void {
  const { host, hostname, port } = new URL(server!.address);
  const rest = within === "body" ? "\r\n--x\r\n" : "X-More: ";
  for (let index = 0; index < count; index++) {
    const socket = connect({ host: hostname, port: Number(port) });
    held.push(socket);
    socket.on("error", () => undefined).resume();
    socket.write(`POST /files/upload-files HTTP/1.1\r\nHost: ${host}\r\n${BEGINNING}${rest}`);
  }
}

/** Hands in a page; returns the response's status. */
async function handIn(name: string, { taskId }: { taskId: string }): Promise<number> {
  const bytes = await sheetWithQr(name, await spawnedQrText(server!, { taskId, item: 1 }));
  const body = uploadForm(taskId, [{ name, bytes }]);
  return (await server!.visitor().call("uploadFiles", { body })).status;
}

/** Over a connection of its own: `fetch` keeps one. */
function isHealthy(): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get(`${server!.address}/healthz`, { agent: false, timeout: 2000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asking.on("timeout", () => asking.destroy()).on("error", () => resolve(false));
  });
}

it(
  "listens again after more callers came than it may open files",
  async () => {
    server = await spawnServer({}, "cramped");
    hold(400);
    await expect.poll(isHealthy, { timeout: 30_000 }).toBe(false);
    for (const socket of held) socket.destroy();
    await expect.poll(isHealthy, { timeout: 30_000 }).toBe(true);
    expect(server.output()).toContain('"event":"not-listening"');
  },
  PATIENCE,
);

it(
  "takes a page while more uploads stand still than may arrive at the same time",
  async () => {
    server = await spawnServer();
    const { taskId } = await makeSpawnedTask(server);
    hold(MOST_BODIES + 50);
    const cut = () => server!.output().split('"status":503').length - 1;
    await expect.poll(cut).toBeGreaterThanOrEqual(50);
    expect(await handIn("20230001_quiz[1].png", { taskId })).toBe(200);
    expect(cut()).toBeLessThan(60);
  },
  PATIENCE,
);

it(
  "serves a lecture next to 1500 callers at its address whose headers never end, and cuts off nobody else",
  async () => {
    server = await spawnServer({}, "narrow");
    const { ana, taskId } = await makeSpawnedTask(server);
    const events = await ana.fetch("/events");
    const slow = await openRequest(server.address, {
      path: "/auth/login",
      headers: { "Content-Type": "application/json" },
      framing: "length",
      length: 2,
    });
    hold(1500, "headers");
    expect(await handIn("20230001_quiz[1].png", { taskId })).toBe(200);
    const students = Array.from({ length: 500 }, () => server!.visitor().call("getPublicTask", { params: { taskId } }));
    const refused = (await Promise.all(students)).filter(({ status }) => status !== 200);
    // Without a body, it was the connection that was closed.
    expect(refused.map(({ status, body }) => ({ status, body }))).toEqual([]);
    // Those that are left are closed after ten seconds.
    await expect.poll(() => held.filter(({ closed }) => !closed).length, { timeout: 30_000 }).toBe(0);
    await slow.send("{}");
    expect(await slow.status).toBe(400);
    const { value } = await events.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toContain(":");
    expect(server.output()).not.toContain("not-listening");
  },
  PATIENCE,
);
