import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";

let server: SpawnedServer;

beforeAll(async () => {
  server = await spawnServer({}, "deno");
}, 120_000);
afterAll(() => server?.stop());

/** The statuses of all responses on one connection to a request line and what follows its host. */
function statuses(request: string, rest = ""): Promise<number[]> {
  return statusesOf(`${request}\r\nHost: ${new URL(server.address).host}\r\n${rest}`);
}

async function statusesOf(message: string): Promise<number[]> {
  const { hostname, port } = new URL(server.address);
  const answer = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(message));
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
    });
    socket.on("error", reject).on("close", () => resolve(text));
  });
  return [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
}

const CLOSE = "Connection: close\r\n\r\n";
const JSON_TYPE = "Content-Type: application/json\r\n";

it.each([
  ["a length and a transfer coding", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"],
  ["two lengths", "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}"],
  ["a transfer coding that nobody knows", "Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n{}"],
  ["a space before a header's colon", "Content-Length : 2\r\n\r\n{}"],
])("refuses a message with %s, and does not find a second one in it", { timeout: 30_000 }, async (_, message) => {
  const second = `GET /healthz HTTP/1.1\r\nHost: x\r\n${CLOSE}`;
  expect(await statuses("POST /auth/login HTTP/1.1", `${JSON_TYPE}${message}${second}`)).toEqual([400]);
});

it.each([
  "TRACE /healthz",
  "GET /assets/",
  "GET /assets/../../package.json",
  "GET /assets/..%2f..%2fpackage.json",
  "GET /.git/config",
  "GET /task/public/%ff%fe",
])("finds nothing at %s", { timeout: 30_000 }, async (request) => {
  expect(await statuses(`${request} HTTP/1.1`, CLOSE)).toEqual([404]);
});

it("answers a health check of HTTP/1.0 without a host, and no other message without one", {
  timeout: 30_000,
}, async () => {
  expect(await statusesOf("GET /readyz HTTP/1.0\r\n\r\n")).toEqual([200]);
  expect(await statusesOf(`GET /readyz HTTP/1.1\r\n${CLOSE}`)).toEqual([400]);
});

it("compresses texts for a browser that takes them so", { timeout: 60_000 }, async () => {
  const encodingOf = async (accepted: string) => {
    const response = await fetch(`${server.address}/api/openapi.json`, { headers: { "accept-encoding": accepted } });
    await response.body?.cancel();
    return response.headers.get("content-encoding");
  };
  expect([await encodingOf("gzip"), await encodingOf("identity")]).toEqual(["gzip", null]);
});
