import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EXIT } from "../exit-codes.ts";
import { callServer } from "./call-server.ts";

let data: string;
let server: Server;
let place: string;
let heard: (string | undefined)[];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "call-"));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(data, { recursive: true });
});

/** What a server that crashed left in its data folder; this listens at its address now. */
async function leftTo(listener: RequestListener): Promise<void> {
  heard = [];
  server = createServer((request, response) => {
    heard.push(request.headers.authorization);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(join(data, "address"), place);
  await writeFile(join(data, "admin-token"), "a secret");
}

it("does not send its token to another program at a server's old address", async () => {
  await leftTo((_, response) => void response.writeHead(501).end("no such method"));
  await expect(callServer("backup", { data })).rejects.toMatchObject({
    exitCode: EXIT.notFound,
    message: expect.stringContaining(`Another program answers at ${place}.`),
  });
  expect(heard).toEqual([undefined]);
});

it("does not wait for a program that listens there and does not answer", async () => {
  await leftTo(() => undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const refused = expect(callServer("backup", { data })).rejects.toMatchObject({
      exitCode: EXIT.notFound,
      message: expect.stringContaining(`What listens at ${place}: no answer within 15 seconds.`),
    });
    // It is asked after two files were read.
    await vi.waitUntil(() => heard.length > 0);
    await vi.advanceTimersByTimeAsync(15_000);
    await refused;
  } finally {
    vi.useRealTimers();
  }
});

it("passes on its own server's error", async () => {
  await leftTo((_, response) => {
    response.writeHead(503, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code: "unhealthy", message: "The database does not answer." } }));
  });
  await expect(callServer("backup", { data })).rejects.toMatchObject({
    exitCode: EXIT.usage,
    message: "The database does not answer.",
  });
});
