import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { groupBy } from "../core/basics/group-by.ts";
import { network } from "./middleware/client-address.ts";

/**
 * How many connections may wait for the rest of a request's headers, or for their next request: a lecture of 500 may
 * share an address, and a browser keeps up to six.
 */
const MOST_WAITING = { ofAddress: 1000, inAll: 4000 };

/**
 * For how long a new one may wait, in milliseconds: if many come at the same time, what they send is late. Only if half as
 * many again are open as may be does the one that has waited longest make room at once.
 */
const GRACE = 1000;
const CROWDED = 1.5;

export interface ConnectionLimits {
  /** How many may wait of one address. */
  readonly ofAddress: number;
  readonly inAll: number;
  /** How many may be open, whatever they do. */
  readonly open: number;
  readonly grace: number;
}

/** The limits of a server that may open so many files: half of them are for connections. Proxies share one address. */
export function connectionLimits(openFiles: number, { isBehindProxy }: { isBehindProxy: boolean }): ConnectionLimits {
  const { ofAddress, inAll } = MOST_WAITING;
  return { ofAddress: isBehindProxy ? Infinity : ofAddress, inAll, open: Math.floor(openFiles / 2), grace: GRACE };
}

interface Connection {
  readonly address: string;
  /** Whether a request has arrived with all its headers. */
  hasAsked: boolean;
  /** Such requests that have no whole response yet. */
  answering: number;
}

const REFUSAL = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/**
 * Closes connections that wait if there are more than these limits allow: those that have waited longest, first of those
 * that have sent something, since the headers of an honest request arrive at once. A connection on which a body arrives or
 * a response is sent is never closed.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<Socket, Connection>();
  /** Since when they wait, the longest first. */
  const waiting = new Map<Socket, number>();

  function refuse(socket: Socket): void {
    // One that waits for its next request may just have sent it: a browser sends it again, if nothing answers it.
    const words = open.get(socket)!.hasAsked ? "" : REFUSAL;
    open.delete(socket);
    waiting.delete(socket);
    socket.end(words, () => socket.destroy());
  }

  function thin(): void {
    const silentLast = [...waiting.keys()].sort((a, b) => Number(b.bytesRead > 0) - Number(a.bytesRead > 0));
    const ofAddress = groupBy(silentLast, (socket) => open.get(socket)!.address);
    const left = new Map([...ofAddress].map(([address, { length }]) => [address, length]));
    const latest = performance.now() - limits.grace;
    for (const socket of silentLast) {
      const { address } = open.get(socket)!;
      const own = left.get(address)!;
      const isCrowded = own > limits.ofAddress || waiting.size > limits.inAll || open.size > limits.open;
      if (!isCrowded || waiting.get(socket)! > latest) continue;
      left.set(address, own - 1);
      refuse(socket);
    }
  }

  // What has arrived is read before.
  setInterval(() => setImmediate(thin), limits.grace).unref();

  server.on("connection", (socket: Socket) => {
    open.set(socket, { address: network(socket.remoteAddress ?? ""), hasAsked: false, answering: 0 });
    waiting.set(socket, performance.now());
    socket.on("close", () => {
      open.delete(socket);
      waiting.delete(socket);
    });
    if (open.size > limits.open * CROWDED) refuse(waiting.keys().next().value!);
  });

  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    connection.hasAsked = true;
    connection.answering++;
    waiting.delete(socket);
    response.on("close", () => {
      connection.answering--;
      if (connection.answering === 0 && open.has(socket)) waiting.set(socket, performance.now());
    });
  });
}

/** Requests that a connection may send ahead of its responses: browsers and proxies send none. */
const MOST_AHEAD = 10;

/**
 * Answers a connection's requests one after the other, and ends one that sends too many ahead. Otherwise all their
 * responses are made at once, take memory until the caller reads them, and stay open if the connection breaks.
 */
export function inTurn(answer: RequestListener): RequestListener {
  /** The requests behind the one that is being answered. */
  const ahead = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const others = ahead.get(socket);
    if (others && others.length >= MOST_AHEAD) return void socket.destroy();
    response.on("close", () => {
      const next = socket.destroyed ? undefined : ahead.get(socket)?.shift();
      if (next) next();
      else ahead.delete(socket);
    });
    if (others) return void others.push(() => answer(request, response));
    ahead.set(socket, []);
    answer(request, response);
  };
}
