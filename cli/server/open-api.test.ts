import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { EXCHANGE_FORM } from "../../server/contract/tasks/exchange.ts";
import { EXIT } from "../exit-codes.ts";
import { openApi } from "./open-api.ts";

let server: Server;
let seen: string[];

afterEach(() => server.close());

/** A server with these responses, one after the other; the last one stays. */
async function serving(...answers: ((request: IncomingMessage, response: ServerResponse) => void)[]): Promise<string> {
  seen = [];
  server = createServer((request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)]!;
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (_: IncomingMessage, response: ServerResponse): void => {
    const form = { [EXCHANGE_FORM.header]: EXCHANGE_FORM.form };
    response.writeHead(status, { "content-type": "application/json", ...form, ...headers }).end(JSON.stringify(body));
  };
}

function pull(address: string, taskId = "t1") {
  const api = openApi({ server: address, token: "cgt_secret" });
  return api.call("pullTask", { taskId, answer: z.object({ title: z.string() }) });
}

const TASK = { title: "Half adder" };

it("makes the call with the token, and returns the response", async () => {
  expect(await pull(await serving(json(200, TASK)))).toEqual(TASK);
  expect(seen).toEqual(["GET /api/pull/t1 Bearer cgt_secret"]);
});

it("asks a busy server again", async () => {
  const busy = json(503, { error: { code: "busy", message: "Busy." } }, { "retry-after": "0" });
  expect(await pull(await serving(busy, json(200, TASK)))).toEqual(TASK);
  expect(seen).toHaveLength(2);
});

it.each([
  ["a date", () => new Date(Date.now() + 2500).toUTCString(), 1000],
  ["neither a number nor a date", () => "soon", 100],
])("waits before it asks again if Retry-After is %s", async (_, retryAfter, milliseconds) => {
  vi.stubEnv("RETRY_SECONDS", "2");
  const busy = json(503, { error: { code: "busy", message: "Busy." } }, { "retry-after": retryAfter() });
  const began = performance.now();
  expect(await pull(await serving(busy, json(200, TASK)))).toEqual(TASK);
  expect(performance.now() - began).toBeGreaterThan(milliseconds - 10);
  vi.unstubAllEnvs();
});

it("does not wait for a date that is far away", async () => {
  const later = new Date(Date.now() + 3_600_000).toUTCString();
  const busy = json(503, { error: { code: "busy", message: "Busy." } }, { "retry-after": later });
  await expect(pull(await serving(busy))).rejects.toThrow("Busy.");
  expect(seen).toHaveLength(1);
});

it("passes on the server's message, and does not wait too long", async () => {
  const words = "Too many attempts. Please try again in 9 minutes.";
  const limited = json(429, { error: { code: "too-many-requests", message: words } }, { "retry-after": "540" });
  await expect(pull(await serving(limited))).rejects.toMatchObject({ message: words, exitCode: EXIT.usage });
});

it("follows no redirect with the token", async () => {
  const elsewhere = json(301, {}, { location: "https://elsewhere.example/" });
  const address = await serving(elsewhere);
  await expect(pull(address)).rejects.toThrow(`The server ${address} redirects to https://elsewhere.example/.`);
  expect(seen).toHaveLength(1);
});

it.each([
  ["another program", (_: IncomingMessage, response: ServerResponse) => void response.end("<html>hello</html>")],
  ["another program's 404", (_: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end("no")],
  ["another version", json(200, { name: "Half adder" })],
])("knows %s", async (_, answer) => {
  const address = await serving(answer);
  await expect(pull(address)).rejects.toThrow(`The server at ${address} is not a CircuitGrade of this version.`);
});

it("refuses a server of an earlier version, whatever it answers, and one of a later version", async () => {
  const older = (_: IncomingMessage, response: ServerResponse) => void response.end(JSON.stringify(TASK));
  const newer = json(409, { error: { code: "other", message: "Other." } }, { [EXCHANGE_FORM.header]: "4" });
  const address = await serving(older, newer);
  const than = `The server ${address} has an older version of CircuitGrade than this command`;
  await expect(pull(address)).rejects.toThrow(`${than}: have the server updated, then run the same command again.`);
  await expect(pull(address)).rejects.toThrow("than this command: update circuitgrade on this machine,");
});

it("reports the status of a server that is not CircuitGrade, and of a proxy with a size limit", async () => {
  const page = (status: number) => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "text/html" }).end("<html>nginx</html>");
  };
  const address = await serving(page(502), page(413));
  await expect(pull(address)).rejects.toThrow("(Its status is 502.)");
  await expect(pull(address)).rejects.toMatchObject({
    exitCode: EXIT.usage,
    message: `A proxy before the server ${address} limits the size of what is sent (413). Its administrator can raise the limit: docs/installing.md names the setting.`,
  });
});

it("does not wait for a server that does not answer", async () => {
  const address = await serving(() => undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const silent = pull(address);
    const told = expect(silent).rejects.toThrow(`No server answers at ${address} (no answer within 15 seconds).`);
    await vi.advanceTimersByTimeAsync(15_000);
    await told;
  } finally {
    vi.useRealTimers();
    server.closeAllConnections();
  }
});

it("reports a missing task, and an address without a server", async () => {
  const address = await serving(json(404, { error: { code: "not-found", message: "Oops." } }));
  await expect(pull(address, "t2")).rejects.toMatchObject({ exitCode: EXIT.notFound });
  await expect(pull(address, "t2")).rejects.toThrow("has no task t2, or it is another instructor's");
});

it("refuses a setting for its patience that is not a number", () => {
  vi.stubEnv("RETRY_SECONDS", "soon");
  expect(() => openApi({ server: "http://x.example", token: "cgt_secret" })).toThrow(
    "RETRY_SECONDS must be a number of seconds, 0 or more.",
  );
  vi.unstubAllEnvs();
});

it("says where no server is, and waits for one that has answered before", async () => {
  const address = await serving(json(200, TASK));
  const api = openApi({ server: address, token: "cgt_secret" });
  const call = () => api.call("pullTask", { taskId: "t1", answer: z.object({ title: z.string() }) });
  await call();
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  const nobody = "http://127.0.0.1:1";
  await expect(pull(nobody)).rejects.toThrow(`No server answers at ${nobody} (`);
  const later = call();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await new Promise<void>((resolve) => server.listen(Number(new URL(address).port), "127.0.0.1", resolve));
  expect(await later).toEqual(TASK);
});
