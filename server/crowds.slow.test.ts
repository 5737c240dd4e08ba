import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { MOST_BODIES } from "./open-bodies.ts";
import { sheetWithQr, uploadForm } from "./testing/pages.ts";
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

/** Begins uploads whose bodies never end. */
function hold(count: number): void {
  const { host, hostname, port } = new URL(server!.address);
  const type = "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n";
  for (let index = 0; index < count; index++) {
    const socket = connect({ host: hostname, port: Number(port) });
    held.push(socket);
    socket.on("error", () => undefined);
    socket.write(`POST /files/upload-files HTTP/1.1\r\nHost: ${host}\r\n${type}\r\n--x\r\n`);
  }
}

async function isHealthy(): Promise<boolean> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(`${server!.address}/healthz`, { signal }).catch(() => null);
  return answer?.ok ?? false;
}

it(
  "listens again after more callers came than it may open files",
  async () => {
    server = await spawnServer({}, "cramped");
    hold(400);
    await expect.poll(() => server!.output()).toContain('"event":"not-listening"');
    for (const socket of held) socket.destroy();
    await expect.poll(isHealthy).toBe(true);
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
    const name = "20230001_quiz[1].png";
    const bytes = await sheetWithQr(name, await spawnedQrText(server, { taskId, item: 1 }));
    const body = uploadForm(taskId, [{ name, bytes }]);
    const { status, body: answer } = await server.visitor().call("uploadFiles", { body });
    expect([status, answer.files_uploaded.length]).toEqual([200, 1]);
    expect(cut()).toBeLessThan(60);
  },
  PATIENCE,
);
