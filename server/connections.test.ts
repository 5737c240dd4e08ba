import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ConnectionLimits, connectionLimits, inTurn, limitConnections } from "./connections.ts";

const HEAD = "GET / HTTP/1.1\r\nHost: x\r\n";

let server: ReturnType<typeof createServer>;
let callers: Socket[];
let answers: ServerResponse[];

beforeEach(() => {
  callers = [];
  answers = [];
  // `answers` has a response for each request that has arrived; a test ends it.
  server = createServer((request, response) => {
    request.resume();
    answers.push(response);
  });
});
afterEach(() => {
  for (const socket of callers) socket.destroy();
  server.close();
});

function listen(limits: Partial<ConnectionLimits>): Promise<void> {
  limitConnections(server, { ofAddress: 100, inAll: 100, open: 100, grace: 50, ...limits });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

/** A connection from this address on which a part of a request was sent; `received` is what came back. */
async function call(text: string, from = "127.0.0.1") {
  const { port } = server.address() as AddressInfo;
  const accepted = new Promise((resolve) => server.once("connection", resolve));
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  const caller = { socket, received: "", isOpen: true };
  callers.push(socket);
  socket.on("error", () => undefined).on("close", () => Object.assign(caller, { isOpen: false }));
  socket.setEncoding("latin1").on("data", (piece) => Object.assign(caller, { received: caller.received + piece }));
  await accepted;
  const known = answers.length;
  socket.write(text);
  if (text.endsWith("\r\n\r\n")) await expect.poll(() => answers.length).toBe(known + 1);
  return caller;
}

it("closes the connection of an address that has waited longest for its headers, and no other address's", async () => {
  await listen({ ofAddress: 2 });
  const other = await call(HEAD, "127.0.0.2");
  const first = await call(HEAD);
  const second = await call("");
  const third = await call(HEAD);
  await expect.poll(() => first.isOpen).toBe(false);
  expect(first.received).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 5\r\n/);
  expect([other, second, third].map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
});

it("closes the longest waiting of all if there are too many in all; a proxy's address has no limit", async () => {
  await listen({ ofAddress: Infinity, inAll: 3 });
  const waiting = [await call(HEAD, "127.0.0.2"), await call(HEAD), await call(HEAD), await call(HEAD)];
  await expect.poll(() => waiting.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true]);
});

it("closes nobody whose request has arrived or whose body arrives, but who then waits counts again", async () => {
  await listen({ ofAddress: 1 });
  const asking = await call(`${HEAD}\r\n`);
  const sending = await call("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n");
  const waiting = await call(HEAD);
  await pause(100);
  expect([asking, sending, waiting].map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
  answers[0]!.end("done");
  await expect.poll(() => waiting.isOpen).toBe(false);
  expect(asking.received).toMatch(/^HTTP\/1\.1 200 /);
  expect([asking, sending].map(({ isOpen }) => isOpen)).toEqual([true, true]);
});

it("does not take a connection for idle while the second of two requests is answered", async () => {
  await listen({ ofAddress: 1 });
  const asking = await call(`${HEAD}\r\n`);
  asking.socket.write(`${HEAD}\r\n`);
  await expect.poll(() => answers.length).toBe(2);
  answers[0]!.end("first");
  await expect.poll(() => asking.received).toContain("first");
  await call(HEAD);
  await call(HEAD);
  await pause(100);
  expect(asking.isOpen).toBe(true);
});

it("makes room for a new connection if it can, and refuses it if all others are in use", async () => {
  await listen({ open: 2 });
  const asking = await call(`${HEAD}\r\n`);
  const waiting = await call(HEAD);
  const second = await call(`${HEAD}\r\n`);
  await expect.poll(() => waiting.isOpen).toBe(false);
  const late = await call("");
  await expect.poll(() => late.isOpen).toBe(false);
  expect(late.received).toMatch(/^HTTP\/1\.1 503 /);
  expect([asking, second].map(({ isOpen }) => isOpen)).toEqual([true, true]);
});

it("lets half as many again come at the same time, and then closes the one that has waited longest", async () => {
  await listen({ open: 2, grace: 60_000 });
  const first = await call("");
  const others = [await call(""), await call(HEAD)];
  await pause(50);
  expect(first.isOpen).toBe(true);
  others.push(await call(""));
  await expect.poll(() => first.isOpen).toBe(false);
  expect(others.map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
});

it("closes those that have sent a part of their headers before those that have sent nothing yet", async () => {
  await listen({ open: 2 });
  const callers = [await call(""), await call(HEAD), await call(HEAD)];
  await expect.poll(() => callers.map(({ isOpen }) => isOpen)).toEqual([true, false, true]);
});

it("closes a connection that waits for its next request without a response that could be taken for that one's", async () => {
  await listen({ ofAddress: 1 });
  const asking = await call(`${HEAD}\r\n`);
  answers[0]!.end("done");
  await call(HEAD);
  await expect.poll(() => asking.isOpen).toBe(false);
  expect(asking.received).toMatch(/\bdone\b/);
  expect(asking.received).not.toContain("503");
});

it("keeps half of the files that may be open for other things than connections, and limits no proxy", () => {
  expect(connectionLimits(1024, { isBehindProxy: false })).toMatchObject({ ofAddress: 1000, inAll: 4000, open: 512 });
  expect(connectionLimits(Infinity, { isBehindProxy: true })).toMatchObject({ ofAddress: Infinity, open: Infinity });
});

it("answers what a connection sends ahead one after the other, and ends one that sends too much", async () => {
  server = createServer(inTurn((_, response) => void answers.push(response)));
  await listen({});
  const asking = await call("");
  asking.socket.write(`${HEAD}\r\n`.repeat(3));
  for (const number of [1, 2, 3]) {
    await expect.poll(() => answers.length).toBe(number);
    await pause(50);
    expect(answers).toHaveLength(number);
    answers[number - 1]!.end(`done ${number}`);
  }
  await expect.poll(() => asking.received.match(/done \d/g)).toEqual(["done 1", "done 2", "done 3"]);
  asking.socket.write(`${HEAD}\r\n`.repeat(12));
  await expect.poll(() => asking.isOpen).toBe(false);
  await pause(50);
  expect(answers).toHaveLength(4);
});
